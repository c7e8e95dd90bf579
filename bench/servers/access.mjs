/** Access to a server of ours: a token of its API, and an administrator who is signed in. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { root } from '../paths.mjs'
import { SECRETS } from './secrets.mjs'

const ADMIN = { email: 'bench@example.org', password: 'Nothing-secret-1' }
/** A setting of a server whose panel is asked. */
export const ADMIN_SECRET = { ADMIN_JWT_SECRET: 'nothing-secret-in-a-benchmark' }

/** What the API and the panel need. */
export async function tokensFor({ server, folder, flag }) {
  const place = ['--folder', folder, '--database', flag]
  const populus = (words, input = '') =>
    execFileSync(execPath, [join(root, 'dist/cli/main.js'), ...words, ...place], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...env, ...SECRETS, ...ADMIN_SECRET },
      input,
    })
  const [token] = /[0-9a-f]{64,}/.exec(populus(['tokens', 'create', 'bench', '--type', 'full-access'])) ?? []
  populus(['admins', 'create', '--email', ADMIN.email, '--password', '-'], ADMIN.password)
  const response = await fetch(`${server.url}/admin/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const answer = /** @type {any} */ (await response.json())
  if (token === undefined || response.status !== 200) throw new Error(`no access: ${JSON.stringify(answer)}`)
  return { token, admin: answer.data.token }
}
