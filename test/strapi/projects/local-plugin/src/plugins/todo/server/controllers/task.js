'use strict'

const { createCoreController } = require('@strapi/strapi').factories

module.exports = createCoreController('plugin::todo.task', ({ strapi }) => ({
  async count(ctx) {
    ctx.body = { count: await strapi.plugin('todo').service('task').countAll() }
  },
  guarded() {
    return { guarded: true }
  },
  stamped(ctx) {
    return { stamp: ctx.state.stamp }
  },
}))
