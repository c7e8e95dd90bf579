'use strict'

module.exports = config => (ctx, next) => {
  ctx.query.populate = { parent: { fields: config.fields ?? ['title'] } }
  ctx.query.filters = { ...ctx.query.filters, rank: { $lt: 100 } }
  return next()
}
