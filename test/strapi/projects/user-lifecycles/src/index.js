'use strict'

const grant = require('./lib/grant')

const USER = 'plugin::users-permissions.user'

/** Writes down which writes of users it has seen. */
const listener = {
  models: [USER],
  async beforeCreate({ action, params }) {
    await strapi.db.query('api::memo.memo').create({ data: { text: `${action} ${params.data.username}` } })
  },
  async beforeUpdate({ action, params }) {
    await strapi.db.query('api::memo.memo').create({ data: { text: `${action} ${params.data.nickname}` } })
  },
}

module.exports = {
  async bootstrap({ strapi }) {
    await grant(strapi, 'public', ['api::memo.memo.find'])
    await grant(
      strapi,
      'authenticated',
      ['create', 'update'].map(action => `${USER}.${action}`),
    )
    strapi.db.lifecycles.subscribe(listener)
  },
}
