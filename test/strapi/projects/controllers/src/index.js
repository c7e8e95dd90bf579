'use strict'

const grant = require('./lib/grant')

module.exports = {
  register() {},

  async bootstrap({ strapi }) {
    await grant(strapi, 'public', [
      'api::note.note.find',
      'api::note.note.findOne',
      'api::note.note.count',
      'api::note.note.create',
    ])
    await grant(
      strapi,
      'authenticated',
      ['find', 'findOne', 'create', 'update', 'delete', 'count'].map(action => `api::note.note.${action}`),
    )
  },
}
