'use strict'

module.exports = config => async (ctx, next) => {
  await next()
  ctx.set('x-stamp', `${config.text} ${ctx.status}`)
}
