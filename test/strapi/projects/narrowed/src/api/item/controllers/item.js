'use strict'

const { createCoreController } = require('@strapi/strapi').factories

module.exports = createCoreController('api::item.item', ({ strapi }) => ({
  /** The values as they come: nobody has looked at them. */
  async make(ctx) {
    ctx.body = await strapi.entityService.create('api::item.item', { data: ctx.request.body })
  },
  async change(ctx) {
    ctx.body = await strapi.entityService.update('api::item.item', ctx.params.id, { data: ctx.request.body })
  },
  /** Without values, whatever is sent. */
  async forget(ctx) {
    ctx.body = await strapi.entityService.update('api::item.item', ctx.params.id, { data: ctx.request.body.none })
  },
  async rewrite(ctx) {
    const { id } = ctx.params
    ctx.body = await strapi.db.query('api::item.item').update({ where: { id }, data: ctx.request.body })
  },
}))
