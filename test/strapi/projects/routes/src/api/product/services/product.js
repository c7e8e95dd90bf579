'use strict'

const { createCoreService } = require('@strapi/strapi').factories

module.exports = createCoreService('api::product.product', ({ strapi }) => ({
  /** Takes part in the core action `find`. */
  async find(...args) {
    const { results, pagination } = await super.find(...args)
    for (const result of results) result.available = result.stock > 0
    return { results, pagination }
  },

  async bySlug(slug) {
    return strapi.db
      .query('api::product.product')
      .findOne({ where: { slug }, populate: { category: true, sizes: true } })
  },

  async sell(id, amount) {
    const product = await strapi.entityService.findOne('api::product.product', id)
    if (!product) return null
    if (product.stock < amount) {
      const { ApplicationError } = require('@strapi/utils').errors
      throw new ApplicationError('Out of stock', { left: product.stock })
    }
    return strapi.entityService.update('api::product.product', id, {
      data: { stock: product.stock - amount },
      populate: ['category'],
    })
  },

  async totals() {
    const products = await strapi.entityService.findMany('api::product.product', {
      fields: ['name', 'price', 'stock'],
      filters: { stock: { $gt: 0 } },
      sort: { price: 'desc' },
      limit: 2,
    })
    const count = await strapi.db.query('api::product.product').count({ where: { stock: { $gt: 0 } } })
    return { products, count }
  },
}))
