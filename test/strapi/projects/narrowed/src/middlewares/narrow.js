'use strict'

const filters = require('../lib/filters')

module.exports = () => async (ctx, next) => {
  const { narrow } = ctx.query
  if (narrow !== undefined && ctx.path === '/api/items') {
    delete ctx.query.narrow
    ctx.query.filters = filters[narrow]
  }
  await next()
}
