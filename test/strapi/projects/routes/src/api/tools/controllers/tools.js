'use strict'

module.exports = {
  async ping(ctx) {
    ctx.body = strapi.service('api::tools.tools').pong()
  },

  echo: ctx => {
    const { body, method, path } = ctx.request
    ctx.send({ body, method, path, type: ctx.request.type, header: ctx.get('x-own') })
  },

  async status(ctx) {
    const helpers = {
      400: 'badRequest',
      401: 'unauthorized',
      403: 'forbidden',
      404: 'notFound',
      409: 'conflict',
      422: 'unprocessableEntity',
      429: 'tooManyRequests',
      500: 'internalServerError',
      501: 'notImplemented',
    }
    const { code } = ctx.params
    if (code === '204') return ctx.deleted()
    if (code === '200') return ctx.deleted({ id: 1 })
    if (code === 'throw') ctx.throw(418, 'short and stout')
    if (code === 'nothing') return undefined
    if (code === 'null') return null
    if (code === 'text') return 'plain text'
    return ctx[helpers[code]]('the message', { code })
  },
}
