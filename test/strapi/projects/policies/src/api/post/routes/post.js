'use strict'

const { createCoreRouter } = require('@strapi/strapi').factories

module.exports = createCoreRouter('api::post.post', {
  config: {
    find: { policies: [] },
    findOne: { policies: [{ name: 'global::header', config: { name: 'x-key', value: 'open' } }] },
    create: {
      policies: [
        'global::signed-in',
        (policyContext, config, { strapi }) => Boolean(strapi) && policyContext.is('koa'),
      ],
    },
    update: { policies: ['global::signed-in', 'is-author'] },
    delete: { policies: ['api::post.is-author'], auth: { scope: ['api::post.post.update'] } },
  },
})
