'use strict'

const { createCoreRouter } = require('@strapi/strapi').factories

module.exports = createCoreRouter('api::category.category', { only: ['find', 'create'], prefix: '/shop' })
