'use strict'

const grant = require('./lib/grant')

module.exports = {
  async bootstrap({ strapi }) {
    const actions = ['find', 'findOne', 'create', 'update', 'secret'].map(action => `api::post.post.${action}`)
    await grant(strapi, 'public', actions)
    await grant(strapi, 'authenticated', actions)
  },
}
