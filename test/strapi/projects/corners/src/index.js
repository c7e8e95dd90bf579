'use strict'

const grant = require('./lib/grant')

const EVENTS = ['entry.create', 'entry.update', 'entry.delete']

module.exports = {
  async bootstrap({ strapi }) {
    const heard = []
    for (const name of EVENTS)
      strapi.eventHub.on(name, ({ model, uid, entry }) => heard.push({ name, model, uid, title: entry.title }))
    strapi.heardEvents = () => heard
    const actions = ['find', 'findOne', 'create', 'update', 'delete']
    await grant(strapi, 'public', [
      ...actions.map(action => `api::note.note.${action}`),
      ...[...actions, 'createLocalization'].map(action => `api::home.home.${action}`),
    ])
    const locales = strapi.plugin('i18n').service('locales')
    if (!(await locales.findByCode('fr'))) await locales.create({ code: 'fr', name: 'French' })
  },
}
