/** The second factor of administrators, under attack: replay, guesses, clocks, stolen rows. */
import { beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from '../../../src/identity/sign-in/totp.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { WORLD } from '../../support/worlds/world.ts'
import { adminApp, ROOT, SECRETS } from './admin-app.ts'
import { ownRows, runOwn } from './own-rows.ts'

const MINUTE = 60_000
let now = Date.parse('2027-03-01T10:00:00Z')

/** As an app would do it. */
function secretOf(base32: string): Buffer {
  const bits = [...base32].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}

describe.each(CLIENTS)('a second factor, on %s', client => {
  const app = adminApp(client)
  let server: Awaited<ReturnType<typeof buildTestApp>>
  let secret: Buffer
  let recovery: readonly string[]
  let token = ''
  let calls = 0

  const call = async (line: string, body?: object, session: string | null = token) => {
    const [method = '', path = ''] = line.split(' ')
    calls += 1
    const answer = await server.inject({
      method: method as 'GET',
      url: `/admin/api${path}`,
      // The limit of addresses is tested elsewhere.
      remoteAddress: `198.51.${Math.floor(calls / 250)}.${calls % 250}`,
      headers: session === null ? {} : { authorization: `Bearer ${session}` },
      ...(body === undefined ? {} : { payload: body }),
    })
    const { data, error } = JSON.parse(answer.body) as { data: never; error?: { message: string } }
    return { status: answer.statusCode, code: answer.headers['x-populus-error'], data, error, headers: answer.headers }
  }
  const login = (code?: string) => call('POST /login', { ...ROOT, ...(code === undefined ? {} : { code }) }, null)
  const codeAt = (moment: number) => totpCode(secret, Math.floor(moment / 30_000))
  const later = (time: number) => {
    now += time
    return now
  }

  /** The attempts on the account are counted elsewhere, by another clock. */
  const forgetAttempts = async () => {
    if (client === 'postgres') await runOwn(app.database, 'delete from populus.attempts')
    server = await buildTestApp({ folder: WORLD, database: app.database, secrets: SECRETS, clock: () => now })
  }

  beforeAll(async () => {
    now = Date.parse('2027-03-01T10:00:00Z')
    await forgetAttempts()
    token = ((await login()).data as { token: string }).token
  })

  test('is set up with the password, and counts once it is confirmed', async () => {
    expect((await call('GET /me/second-factor')).data).toEqual({
      enabled: false,
      required: false,
      recoveryCodes: 0,
      asksPassword: true,
    })
    expect((await call('POST /me/second-factor', { password: 'wrong password' })).status).toBe(400)
    const setup = (await call('POST /me/second-factor', { password: ROOT.password })).data as {
      secret: string
      uri: string
    }
    expect(setup.uri).toBe(`otpauth://totp/Populus%3Aroot%40example.org?secret=${setup.secret}&issuer=Populus`)
    secret = secretOf(setup.secret)
    expect(secret.length).toBe(20)
    expect((await login()).status).toBe(200)
    expect(await call('PUT /me/second-factor', { code: '000000' })).toMatchObject({ status: 401, code: 'A360' })
    const confirmed = await call('PUT /me/second-factor', { code: codeAt(now) })
    recovery = (confirmed.data as { recoveryCodes: readonly string[] }).recoveryCodes
    expect(new Set(recovery).size).toBe(10)
    expect((await call('GET /me/second-factor')).data).toEqual({
      enabled: true,
      required: false,
      recoveryCodes: 10,
      asksPassword: true,
    })
    expect((await call('POST /me/second-factor', { password: ROOT.password })).status).toBe(400)
    expect(JSON.stringify(await ownRows(app.database, 'second_factors'))).not.toContain(setup.secret)
  })

  test('is asked for after the right password only', async () => {
    expect(await login()).toMatchObject({ status: 401, code: 'A359' })
    const wrong = await call(
      'POST /login',
      { email: ROOT.email, password: 'wrong password', code: codeAt(later(MINUTE)) },
      null,
    )
    expect(wrong).toMatchObject({ status: 401, error: { message: 'Invalid credentials' } })
    expect((await login(codeAt(now))).status).toBe(200)
  })

  test('takes no code twice, none of long ago, and a clock that is half a minute off', async () => {
    const code = codeAt(later(5 * MINUTE))
    expect((await login(code)).status).toBe(200)
    expect(await login(code)).toMatchObject({ status: 401, code: 'A360' })
    expect(await login(codeAt(now - 30_000))).toMatchObject({ status: 401, code: 'A360' })
    later(5 * MINUTE)
    expect((await login(codeAt(now - 60_000))).status).toBe(401)
    expect((await login(codeAt(now + 30_000))).status).toBe(200)
    const [fresh] = [codeAt(later(5 * MINUTE))]
    const both = await Promise.all([login(fresh), login(fresh)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('takes a recovery code once, however it is typed', async () => {
    const [first = ''] = recovery
    expect((await login(first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await login(first)).status).toBe(401)
    expect((await call('GET /me/second-factor')).data).toMatchObject({ recoveryCodes: 9 })
  })

  test('makes guesses wait, wherever they come from, and right codes with them', async () => {
    await forgetAttempts()
    later(10 * MINUTE)
    await login(codeAt(now))
    for (let n = 0; n < 5; n += 1) expect(await login('000000')).toMatchObject({ status: 401, code: 'A360' })
    expect(await login(codeAt(now + 30_000))).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    later(MINUTE)
    expect((await login('000000')).status).toBe(401)
    later(MINUTE)
    expect((await login(codeAt(now))).status).toBe(429)
    later(MINUTE)
    expect((await login(codeAt(now))).status).toBe(200)
  })

  test('of somebody else is of no use, nor is a row under another secret', async () => {
    const other = { email: 'other@example.org', password: 'some password', roles: ['strapi-editor'] }
    const { id } = (await call('POST /admins', other)).data as { id: number }
    const columns = 'secret, confirmed_at, 0, recovery, 0, 0'
    const names = 'admin_id, secret, confirmed_at, last_step, recovery, failures, failed_at'
    await runOwn(
      app.database,
      `insert into populus.second_factors (${names}) select ${id}, ${columns} from populus.second_factors`,
    )
    const stolen = { email: other.email, password: other.password, code: codeAt(later(5 * MINUTE)) }
    expect(await call('POST /login', stolen, null)).toMatchObject({ status: 401, code: 'A360' })
    expect((await call('POST /login', { ...stolen, code: recovery[1] }, null)).status).toBe(401)
    expect((await call(`DELETE /admins/${id}/second-factor`)).data).toEqual({ removed: true })
    const { email, password } = other
    const session = ((await call('POST /login', { email, password }, null)).data as { token: string }).token
    expect((await call(`DELETE /admins/${id}/second-factor`, undefined, session)).status).toBe(403)
  })

  test('is needed for everything, if the server asks for it', async () => {
    const login = { email: 'new@example.org', password: 'some password', roles: ['strapi-editor'] }
    await call('POST /admins', login)
    const strict = await buildTestApp({
      folder: WORLD,
      database: app.database,
      secrets: SECRETS,
      clock: () => now,
      admin: { secondFactor: 'required' },
    })
    const { email, password } = login
    const inject = (method: 'GET' | 'POST', url: string, session: string, payload?: object) =>
      strict.inject({
        ...{ method, url: `/admin/api${url}`, headers: { authorization: `Bearer ${session}` } },
        ...(payload === undefined ? {} : { payload }),
      })
    const signedIn = await inject('POST', '/login', '', { email, password })
    const session = (JSON.parse(signedIn.body) as { data: { token: string } }).data.token
    for (const path of ['/session', '/schema', '/content/api::article.article', '/me/sessions', '/changes', '/media'])
      expect([path, (await inject('GET', path, session)).headers['x-populus-error']]).toEqual([path, 'A361'])
    expect((await inject('GET', '/me', session)).statusCode).toBe(200)
    expect((await inject('GET', '/me/second-factor', session)).statusCode).toBe(200)
    const setup = await inject('POST', '/me/second-factor', session, { password })
    const fresh = secretOf((JSON.parse(setup.body) as { data: { secret: string } }).data.secret)
    const code = totpCode(fresh, Math.floor(now / 30_000))
    const confirmed = await strict.inject({
      method: 'PUT',
      url: '/admin/api/me/second-factor',
      headers: { authorization: `Bearer ${session}` },
      payload: { code },
    })
    expect(confirmed.statusCode).toBe(200)
    expect((await inject('GET', '/session', session)).statusCode).toBe(200)
    const removed = await strict.inject({
      method: 'DELETE',
      url: '/admin/api/me/second-factor',
      headers: { authorization: `Bearer ${session}` },
      payload: { password },
    })
    expect(removed.headers['x-populus-error']).toBe('A361')
  })

  test('is taken away with the password', async () => {
    await forgetAttempts()
    expect((await call('DELETE /me/second-factor', { password: 'wrong password' })).status).toBe(400)
    expect((await call('DELETE /me/second-factor', { password: ROOT.password })).data).toMatchObject({ enabled: false })
    expect((await login()).status).toBe(200)
  })
})
