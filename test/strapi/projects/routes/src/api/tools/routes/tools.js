'use strict'

module.exports = {
  routes: [
    { method: 'GET', path: '/tools/ping', handler: 'tools.ping' },
    { method: 'POST', path: '/tools/echo', handler: 'tools.echo', config: { auth: false } },
    { method: 'GET', path: '/tools/status/:code', handler: 'tools.status', config: { auth: false } },
  ],
}
