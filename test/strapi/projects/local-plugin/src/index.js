'use strict'

const grant = require('./lib/grant')

module.exports = {
  register({ strapi }) {
    strapi.config.set('moments', [...strapi.config.get('moments', []), 'project register'])
  },
  async bootstrap({ strapi }) {
    strapi.config.set('moments', [...strapi.config.get('moments', []), 'project bootstrap'])
    const actions = ['find', 'findOne', 'create', 'update', 'delete']
    await grant(strapi, 'public', [
      ...actions.map(action => `api::list.list.${action}`),
      ...['find', 'findOne', 'create', 'count', 'guarded', 'stamped'].map(action => `plugin::todo.task.${action}`),
      'plugin::todo.info.show',
    ])
  },
}
