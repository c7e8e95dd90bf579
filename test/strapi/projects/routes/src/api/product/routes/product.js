'use strict'

const { createCoreRouter } = require('@strapi/strapi').factories

module.exports = createCoreRouter('api::product.product', {
  except: ['delete'],
  config: { findOne: { auth: false } },
})
