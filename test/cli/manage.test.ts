import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PasskeyDevice } from '../support/passkey-device.ts'
import { runHere } from './run-here.ts'
import { addressOf, copyOfBlog, type Finished, feedPopulus, type Running, startPopulus } from './run-populus.ts'

let folder: string
let server: Running
let address: string
const run = (...words: string[]): Promise<Finished> => runHere([...words, '--folder', folder])
const feed = (input: string, ...words: string[]): Promise<Finished> => feedPopulus(input, ...words, '--folder', folder)

/** What a command says beside its result. */
const changed = () => `Changed the database ${folder}/.data/content.db\n`

beforeAll(async () => {
  folder = await copyOfBlog()
  server = startPopulus(['start', folder, '--port', '0'], { LOG_LEVEL: 'debug' })
  address = await addressOf(server)
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  const { out, error } = await server.finished
  // Nothing secret was said, however much was logged.
  const secrets = [...(await readFile(join(folder, '.env'), 'utf8')).matchAll(/=(.+)/g)].map(([, value = '']) => value)
  expect(secrets.length).toBeGreaterThanOrEqual(3)
  for (const secret of [...secrets, 'admin password', 'user password']) expect(out + error).not.toContain(secret)
})

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, never> }
}

async function statusOf(path: string, token: string): Promise<number> {
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  await response.text()
  return response.status
}

test('admins code makes codes for the first administrator, beside that of the start', async () => {
  const made = await run('admins', 'code')
  expect(made).toMatchObject({
    code: 0,
    error: `${changed()}This code creates the first administrator. It works once:\n`,
  })
  expect(made.out).toMatch(/^[A-Z2-9]{5}(?:-[A-Z2-9]{5}){3}\n$/)
  expect(server.out()).not.toContain(made.out.trim())
  const body = { email: 'first@example.org', password: 'short' }
  // The password is looked at first, the code before anything is made.
  expect((await post('/admin/api/first-admin', { ...body, code: made.out.trim() })).status).toBe(400)
  const wrong = { ...body, password: 'long enough', code: 'WRONG' }
  expect((await post('/admin/api/first-admin', wrong)).status).toBe(403)
})

test('the first start has made the secrets, for the owner only', async () => {
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
})

test('an administrator is made, signs in, and stays when there is no other', async () => {
  expect(await feed('admin password\n', 'admins', 'create', '--email', 'root@example.org', '--password', '-')).toEqual({
    code: 0,
    out: 'Created the administrator root@example.org (Super Admin)\n',
    error: changed(),
  })
  const login = await post('/admin/api/login', { email: 'root@example.org', password: 'admin password' })
  expect(login.status).toBe(200)
  expect(await run('admins', 'code')).toMatchObject({
    code: 1,
    out: '',
    error: 'There is already an administrator\n  - populus admins create creates another one\n',
  })
  expect((await run('admins', 'list')).out).toBe(
    'ID  EMAIL             ROLES        STATE\n1   root@example.org  Super Admin  active\n',
  )
  expect(await run('admins', 'delete', 'root@example.org')).toMatchObject({
    code: 1,
    error: 'The last active super administrator cannot be removed\n',
  })
  expect((await run('admins', 'delete', 'rot@example.org')).error).toBe(
    'There is no administrator rot@example.org; did you mean root@example.org?\n',
  )
})

test('a lost second factor is taken away, and passkeys with it', async () => {
  const login = { email: 'root@example.org', password: 'admin password' }
  const signIn = () => post('/admin/api/login', login)
  const { token } = (await signIn()).body.data! as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const device = new PasskeyDevice(address.replace('http:', 'https:'))
  const asked = (await post('/admin/api/me/passkeys/setup', { password: login.password }, headers)).body.data!
  const body = { name: 'A phone', passkey: device.create(asked) }
  expect((await post('/admin/api/me/passkeys', body, headers)).status).toBe(201)
  expect((await signIn()).status).toBe(401)
  const reset = () => run('admins', 'reset-second-factor', login.email)
  expect(await reset()).toMatchObject({ code: 0, out: 'root@example.org signs in without a second factor now\n' })
  expect((await reset()).out).toBe('root@example.org had no second factor\n')
  expect((await signIn()).status).toBe(200)
})

test('a password on the command line is refused, and so is none', async () => {
  const create = ['admins', 'create', '--email', 'x@example.org']
  const { code, error } = await run(...create, '--password', 'secret password')
  expect(code).toBe(1)
  expect(error).toContain('A password on the command line is visible to others')
  expect(error).not.toContain('secret password')
  expect((await feed('', ...create)).error).toBe('No password given\n')
  expect((await feed('short\n', ...create)).error).toBe('password: expected at least 8 characters\n')
  expect((await run('admins', 'create')).error).toBe('--email is missing: the address to sign in with\n')
})

test('a token is printed once and works until it is revoked', async () => {
  const made = await run('tokens', 'create', 'site', '--lifespan', '7')
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f]{256}\n$/) })
  const token = made.out.trim()
  expect(await statusOf('/api/newsletter-subscribers', token)).toBe(200)
  const { out } = await run('tokens', 'list')
  expect(out).toMatch(/^ID {2}NAME {2}TYPE {7}EXPIRES {19}ACTIONS\n1 {3}site {2}read-only {2}\S+Z {2}-\n$/)
  expect(out).not.toContain(token.slice(0, 20))
  expect((await run('tokens', 'create', 'site')).error).toBe('There is already an API token with the name site\n')
  expect((await run('tokens', 'revoke', 'sit')).error).toBe('there is no API token sit; did you mean site?\n')
  expect((await run('tokens', 'revoke', 'site')).out).toBe('The token site no longer works\n')
  expect(await statusOf('/api/newsletter-subscribers', token)).toBe(401)
  expect((await run('tokens', 'create', 'x', '--lifespan', '8')).error).toBe(
    '--lifespan: expected 7, 30, 90 or none, got 8\n',
  )
})

test('a user is made, blocked, let in again, given a password and deleted; the server follows at once', {
  timeout: 120_000,
}, async () => {
  const made = await feed('user password\n', 'users', 'create', 'ann', '--email', 'ann@example.org')
  expect(made).toEqual({
    code: 0,
    out: 'Created the user ann (ann@example.org) with the role authenticated\n',
    error: changed(),
  })
  const login = (password: string) => post('/api/auth/local', { identifier: 'ann', password })
  const signedIn = await login('user password')
  expect(signedIn.status).toBe(200)
  const jwt = String(signedIn.body.jwt)
  const me = () => statusOf('/api/users/me', jwt)
  expect(await me()).toBe(200)
  expect((await run('users', 'block', 'ann@example.org')).out).toBe('ann is blocked\n')
  expect(await me()).toBe(401)
  expect((await run('users', 'list')).out).toBe(
    'ID  USERNAME  EMAIL            ROLE           STATE\n1   ann       ann@example.org  authenticated  blocked\n',
  )
  expect((await run('users', 'unblock', '1')).out).toBe('ann is no longer blocked\n')
  expect(await me()).toBe(200)
  expect((await feed('other password\n', 'users', 'set-password', 'ann', '--password', '-')).out).toBe(
    'ann has a new password and is signed out everywhere\n',
  )
  expect(await me()).toBe(401)
  expect((await login('user password')).status).toBe(400)
  expect((await login('other password')).status).toBe(200)
  expect((await run('users', 'delete', 'ann')).out).toBe('ann is deleted\n')
  expect((await login('other password')).status).toBe(400)
  expect((await run('users', 'delete', 'ann')).error).toBe('there is no user ann\n')
})

test('schedule: sets a time, lists it, and the server does it', async () => {
  const soon = () => new Date(Date.now() + 4000).toISOString()
  const refused = await run('schedule', 'set', 'article', '1')
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Say when: --publish') })
  const past = await run('schedule', 'set', 'article', '1', '--publish', '2001-01-01T00:00:00Z')
  expect(past).toMatchObject({ code: 1, error: expect.stringContaining('--publish: expected a time to come') })
  const unknown = await run('schedule', 'set', 'articel', '1', '--publish', soon())
  expect(unknown.error).toContain('There is no content type articel')
  const set = await run('schedule', 'set', 'article', '1', '--unpublish', '2999-01-01T00:00:00Z')
  expect(set).toMatchObject({ code: 0, out: 'publish: at no set time, unpublish: 2999-01-01T00:00:00.000Z\n' })
  const { out } = await run('schedule', 'list')
  expect(out).toContain('2999-01-01T00:00:00.000Z  unpublish  api::article.article 1')
  expect((await run('schedule', 'list', '--state', 'failed')).out).not.toContain('2999')
  await run('schedule', 'set', 'articles', '1', '--unpublish', soon())
  const status = async () => (await fetch(`${address}/api/articles/1`)).status
  expect(await status()).toBe(200)
  await expect.poll(status, { timeout: 60_000 }).toBe(404)
})
