'use strict'

const route = (method, path, action) => ({ method, path, handler: `ask.${action}`, config: { auth: false } })

module.exports = {
  routes: [
    route('GET', '/members', 'members'),
    route('GET', '/values/:id', 'values'),
    route('GET', '/files/:folder/(.*)', 'values'),
    route('POST', '/hooks/:name', 'hook'),
    route('POST', '/sent/:id', 'sent'),
    route('GET', '/answers/:kind', 'answers'),
    route('GET', '/session', 'session'),
  ],
}
