'use strict'

const route = (path, action) => ({ method: 'GET', path, handler: `ask.${action}`, config: { auth: false } })

module.exports = {
  routes: ['where/:call', 'events', 'apis', 'components', 'manager', 'thrown/:kind'].map(path =>
    route(`/${path}`, path.split('/')[0]),
  ),
}
