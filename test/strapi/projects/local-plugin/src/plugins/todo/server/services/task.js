'use strict'

const { createCoreService } = require('@strapi/strapi').factories

module.exports = createCoreService('plugin::todo.task', ({ strapi }) => ({
  countAll: () => strapi.db.query('plugin::todo.task').count(),
}))
