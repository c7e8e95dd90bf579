module.exports = {
  type: 'content-api',
  routes: [
    { method: 'GET', path: '/tasks', handler: 'task.find' },
    { method: 'GET', path: '/tasks/:id', handler: 'task.findOne' },
    { method: 'POST', path: '/tasks', handler: 'task.create' },
    { method: 'DELETE', path: '/tasks/:id', handler: 'task.delete' },
    { method: 'GET', path: '/count', handler: 'task.count' },
    { method: 'GET', path: '/guarded', handler: 'task.guarded', config: { policies: ['has-key'] } },
    {
      method: 'GET',
      path: '/keyed',
      handler: 'task.guarded',
      config: { policies: [{ name: 'plugin::todo.has-key', config: { key: 'other' } }] },
    },
    {
      method: 'GET',
      path: '/stamped',
      handler: 'task.stamped',
      config: { middlewares: [{ name: 'plugin::todo.stamp', config: { text: 'at most' } }] },
    },
    { method: 'GET', path: '/info', handler: 'info.show' },
    { method: 'GET', path: '/open', handler: 'info.open', config: { auth: false } },
    { method: 'GET', path: '/at-the-root', handler: 'info.open', config: { auth: false, prefix: '' } },
    { method: 'GET', path: '/hidden', handler: 'info.open' },
    { method: 'POST', path: '/cards', handler: 'info.cards', config: { auth: false } },
    { method: 'POST', path: '/bad-cards', handler: 'info.badCard', config: { auth: false } },
  ],
}
