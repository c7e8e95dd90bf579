module.exports = require('@strapi/strapi').factories.createCoreController('api::home.home')
