'use strict'

const grant = require('./lib/grant')

module.exports = {
  async bootstrap({ strapi }) {
    const actions = ['find', 'create', 'make', 'change', 'forget', 'rewrite'].map(action => `api::item.item.${action}`)
    await grant(strapi, 'public', [...actions, 'plugin::users-permissions.user.find'])
    const data = ['ada', 'bob'].map(username => ({ username, email: `${username}@example.org`, provider: 'local' }))
    for (const user of data) await strapi.db.query('plugin::users-permissions.user').create({ data: user })
  },
}
