'use strict'

const { createCoreController } = require('@strapi/strapi').factories

module.exports = createCoreController('api::post.post', ({ strapi }) => ({
  async create(ctx) {
    const answer = await super.create(ctx)
    await strapi.db
      .query('api::post.post')
      .update({ where: { id: answer.data.id }, data: { author: ctx.state.user.id } })
    return answer
  },

  async secret() {
    return { secret: 42 }
  },
}))
