module.exports = {
  routes: [
    { method: 'GET', path: '/panel', handler: 'info.open', config: { policies: [] } },
    { method: 'GET', path: '/free', handler: 'info.open', config: { auth: false } },
  ],
}
