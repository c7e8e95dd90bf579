'use strict'

module.exports = ({ key }) => {
  return async (ctx, next) => {
    await next()
    if (ctx.path === '/api/pages' && ctx.method === 'GET' && ctx.body?.meta) {
      ctx.body = { ...ctx.body, meta: { ...ctx.body.meta, [key]: ctx.body.data.length } }
    }
  }
}
