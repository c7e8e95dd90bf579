'use strict'

module.exports = {
  routes: [
    { method: 'POST', path: '/items/make', handler: 'item.make' },
    { method: 'PUT', path: '/items/change/:id', handler: 'item.change' },
    { method: 'PUT', path: '/items/forget/:id', handler: 'item.forget' },
    { method: 'PUT', path: '/items/rewrite/:id', handler: 'item.rewrite' },
  ],
}
