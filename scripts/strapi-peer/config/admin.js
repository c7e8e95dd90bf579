// The salts and secrets that matter for reading are those of the project's `.env`; the others are never used.
module.exports = ({ env }) => ({
  auth: { secret: 'unused-admin-secret' },
  apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: 'unused-transfer-salt' } },
  serveAdminPanel: false,
  autoOpen: false,
  flags: { nps: false, promoteEE: false },
})
