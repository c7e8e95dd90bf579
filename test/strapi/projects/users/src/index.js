'use strict'

const grant = require('./lib/grant')

module.exports = {
  async bootstrap({ strapi }) {
    await grant(strapi, 'public', [
      'api::memo.memo.find',
      'plugin::users-permissions.user.find',
      'plugin::users-permissions.user.count',
    ])
    await grant(strapi, 'authenticated', [
      ...['me', 'find', 'findOne', 'names', 'count'].map(action => `plugin::users-permissions.user.${action}`),
    ])
  },
}
