'use strict'

module.exports = {
  routes: [
    { method: 'GET', path: '/products/by-slug/:slug', handler: 'product.bySlug', config: { auth: false } },
    { method: 'POST', path: '/products/:id(\\d+)/sell', handler: 'api::product.product.sell' },
    {
      method: 'GET',
      path: '/totals',
      handler: 'product.totals',
      config: { auth: { scope: ['api::product.product.find'] } },
    },
    {
      method: 'GET',
      path: '/inline/:name',
      handler: ctx => ({ hello: ctx.params.name, query: ctx.query }),
      config: { auth: false },
    },
    { method: 'GET', path: '/inline-member', handler: ctx => ctx.send({ user: ctx.state.user.username }) },
  ],
}
