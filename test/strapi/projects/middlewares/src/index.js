'use strict'

const grant = require('./lib/grant')

module.exports = {
  register({ strapi }) {
    strapi.server.use(async (ctx, next) => {
      await next()
      if (ctx.path === '/api/setting' && ctx.body?.data) ctx.body.data.attributes.added = true
    })
    strapi.server.routes([
      { method: 'GET', path: '/outside', handler: ctx => ({ outside: ctx.path }), config: { auth: false } },
    ])
  },

  async bootstrap({ strapi }) {
    await grant(strapi, 'public', [
      ...['find', 'findOne', 'create', 'update', 'delete'].map(action => `api::page.page.${action}`),
      ...['find', 'update', 'delete'].map(action => `api::setting.setting.${action}`),
    ])
  },
}
