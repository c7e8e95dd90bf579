module.exports = () => ({
  auth: { secret: 'admin-secret' },
  apiToken: { salt: 'api-token-salt' },
  transfer: { token: { salt: 'transfer-salt' } },
  serveAdminPanel: false,
  autoOpen: false,
})
