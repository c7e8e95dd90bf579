'use strict'

module.exports = {
  routes: [
    {
      method: 'GET',
      path: '/secret',
      handler: 'post.secret',
      config: { auth: false, policies: [{ name: 'global::header', config: { name: 'x-key', value: 'open' } }] },
    },
    { method: 'GET', path: '/members', handler: 'post.secret', config: { policies: ['global::signed-in'] } },
  ],
}
