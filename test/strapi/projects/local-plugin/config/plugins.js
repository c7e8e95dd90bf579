module.exports = () => ({
  'users-permissions': { config: { jwtSecret: 'jwt-secret', ratelimit: { enabled: false } } },
  todo: {
    enabled: true,
    resolve: './src/plugins/todo',
    config: { most: 3, labels: ['first'], nested: { given: true } },
  },
  board: { enabled: true, resolve: './src/plugins/board' },
  off: { enabled: false, resolve: './src/plugins/off' },
})
