module.exports = require('@strapi/strapi').factories.createCoreController('api::list.list')
