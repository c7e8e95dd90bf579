'use strict'

const { createCoreRouter } = require('@strapi/strapi').factories

module.exports = createCoreRouter('api::page.page', {
  config: {
    find: { middlewares: ['api::page.populate'] },
    findOne: {
      middlewares: [
        { name: 'api::page.populate', config: { fields: ['rank'] } },
        async (ctx, next) => {
          await next()
          if (ctx.body?.data) ctx.body.data.seen = ctx.params.id
        },
      ],
    },
    update: {
      middlewares: [
        (ctx, next) => {
          if (ctx.request.body?.data?.rank > 1000) return ctx.badRequest('Too high')
          return next()
        },
      ],
    },
  },
})
