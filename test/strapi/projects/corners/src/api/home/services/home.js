module.exports = require('@strapi/strapi').factories.createCoreService('api::home.home')
