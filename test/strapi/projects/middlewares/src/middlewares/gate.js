'use strict'

module.exports =
  (config, { strapi }) =>
  async (ctx, next) => {
    if (ctx.request.url.includes('blocked=yes')) return ctx.forbidden('The gate is closed', { gate: true })
    if (ctx.query.teapot) ctx.throw(418)
    if (ctx.method === 'POST' && ctx.request.body?.data) ctx.request.body.data.rank ??= 7
    if (ctx.path === '/api/gate') {
      ctx.body = {
        gate: 'open',
        types: Object.keys(strapi.contentTypes)
          .filter(uid => uid.startsWith('api::'))
          .sort(),
      }
      return
    }
    await next()
  }
