'use strict'

module.exports = () => ({
  register({ strapi }) {
    strapi.config.set('moments', [...strapi.config.get('moments', []), 'board register'])
  },
  bootstrap({ strapi }) {
    strapi.config.set('moments', [...strapi.config.get('moments', []), 'board bootstrap'])
  },
  controllers: {
    board: {
      show(ctx) {
        ctx.body = { board: ctx.params.name, tasks: Object.keys(strapi.plugin('todo').services) }
      },
    },
  },
  routes: [
    { method: 'GET', path: '/:name', handler: 'board.show', config: { auth: false } },
    { method: 'POST', path: '/:name', handler: 'board.show', config: {} },
  ],
})
