module.exports = () => ({
  'users-permissions': {
    config: {
      jwtSecret: 'jwt-secret',
      ratelimit: { enabled: false },
      register: { allowedFields: ['nickname'] },
    },
  },
})
