'use strict'

const grant = require('./lib/grant')

module.exports = {
  async bootstrap({ strapi }) {
    const users = actions => actions.map(action => `plugin::users-permissions.user.${action}`)
    await grant(strapi, 'authenticated', [...users(['updateMe', 'listAll', 'showOne', 'invite', 'removeMe', 'me'])])
    await grant(strapi, 'public', ['plugin::users-permissions.auth.enter', ...users(['listAll'])])
  },
}
