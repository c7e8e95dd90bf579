'use strict'

const { createCoreController } = require('@strapi/strapi').factories

module.exports = createCoreController('api::product.product', ({ strapi }) => ({
  async bySlug(ctx) {
    const product = await strapi.service('api::product.product').bySlug(ctx.params.slug)
    const safe = await this.sanitizeOutput(product, ctx)
    return this.transformResponse(safe)
  },

  async sell(ctx) {
    const { amount } = ctx.request.body
    const product = await strapi.service('api::product.product').sell(ctx.params.id, Number(amount))
    if (!product) return ctx.notFound()
    ctx.created({ id: product.id, stock: product.stock, category: product.category?.name ?? null })
  },

  async totals(ctx) {
    ctx.body = await strapi.service('api::product.product').totals()
    ctx.set('x-totals', String(ctx.body.count))
  },
}))
