/** Passkeys of administrators: as a second factor, instead of a password, and under attack. */
import { beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from '../../../src/identity/sign-in/totp.ts'
import { buildTestApp, type TestAppInput } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { type Behaviour, PasskeyDevice } from '../../support/passkey-device.ts'
import { WORLD } from '../../support/worlds/world.ts'
import { adminApp, errorBody, ROOT, SECRETS } from './admin-app.ts'
import { ownRows, runOwn } from './own-rows.ts'

const MINUTE = 60_000
const START = Date.parse('2027-03-01T10:00:00Z')
/** Where `inject` says that it is. */
const ORIGIN = 'http://localhost'
const OTHER = { email: 'other@example.org', password: 'some password' }
const REFUSED = errorBody(401, 'UnauthorizedError', 'The passkey was not accepted')

type Asked = Parameters<PasskeyDevice['get']>[0] & { readonly allowCredentials?: readonly { readonly id: string }[] }
type AskedNew = Parameters<PasskeyDevice['create']>[0]
type Server = Awaited<ReturnType<typeof buildTestApp>>

describe.each(CLIENTS)('a passkey, on %s', client => {
  const app = adminApp(client)
  const device = new PasskeyDevice(ORIGIN)
  let now = START
  let server: Server
  let token = ''
  let calls = 0
  let recovery: readonly string[] = []

  const call = async (
    line: string,
    body?: object,
    { session = token as string | null, at = server, headers = {} } = {},
  ) => {
    const [method = '', path = ''] = line.split(' ')
    calls += 1
    const answer = await at.inject({
      method: method as 'GET',
      url: `/admin/api${path}`,
      // The limit of addresses is tested elsewhere.
      remoteAddress: `198.51.${Math.floor(calls / 250)}.${calls % 250}`,
      headers: { host: 'localhost', ...(session === null ? {} : { authorization: `Bearer ${session}` }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    const json = JSON.parse(answer.body) as { data: never; error?: { details: never } }
    return { status: answer.statusCode, code: answer.headers['x-populus-error'], body: json, headers: answer.headers }
  }
  const open = { session: null }
  const dataOf = async <T>(answer: ReturnType<typeof call>) => (await answer).body.data as T
  const start = (more: Partial<TestAppInput> = {}) =>
    buildTestApp({ folder: WORLD, database: app.database, secrets: SECRETS, clock: () => now, ...more })
  const forgetAttempts = async () => {
    if (client === 'postgres') await runOwn(app.database, 'delete from populus.attempts')
    server = await start()
  }

  const challenge = () => dataOf<Asked>(call('POST /login/challenge', undefined, open))
  const signIn = (passkey: object, more: object = {}) => call('POST /login/passkey', { passkey, ...more }, open)
  /** Asks, and answers as the device does. */
  const alone = async (behaviour: Behaviour = {}) => signIn(device.get(await challenge(), behaviour))
  const login = (more: object = {}, who: object = ROOT) => call('POST /login', { ...who, ...more }, open)
  const needed = async (who: object = ROOT) =>
    (await login({}, who)).body.error!.details as { readonly code: boolean; readonly passkey: Asked }
  const asSecond = async (behaviour: Behaviour = {}) =>
    login({ passkey: device.get((await needed()).passkey, behaviour) })
  const setUp = (session = token, password: string = ROOT.password) =>
    dataOf<AskedNew>(call('POST /me/passkeys/setup', { password }, { session }))

  beforeAll(async () => {
    await forgetAttempts()
    token = (await dataOf<{ token: string }>(login())).token
    await call('POST /admins', { ...OTHER, roles: ['strapi-editor'] })
  })

  test('is made with the password, in this session, and comes with recovery codes', async () => {
    expect(await dataOf(call('GET /me/passkeys'))).toEqual([])
    expect(await call('POST /me/passkeys/setup', { password: 'wrong' })).toMatchObject({ status: 400, code: 'A344' })
    const asked = await setUp()
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Populus' },
      user: { name: ROOT.email, displayName: ROOT.email },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
      timeout: 5 * MINUTE,
    })
    const made = await call('POST /me/passkeys', { name: '  My laptop ', passkey: device.create(asked) })
    const { recoveryCodes, ...rest } = made.body.data as { recoveryCodes: readonly string[] }
    recovery = recoveryCodes
    const passkey = {
      id: expect.stringMatching(/^[\da-f]{24}$/),
      name: 'My laptop',
      site: 'localhost',
      createdAt: '2027-03-01T10:00:00.000Z',
      usedAt: null,
    }
    expect([made.status, rest, new Set(recovery).size]).toEqual([201, { passkey }, 10])
    expect(await dataOf(call('GET /me/passkeys'))).toEqual([passkey])
    expect(await dataOf(call('GET /me/second-factor'))).toMatchObject({
      enabled: false,
      required: false,
      recoveryCodes: 10,
    })
  })

  test('is needed after the right password', async () => {
    const refused = await login()
    expect(refused).toMatchObject({ status: 401, code: 'A359' })
    expect(refused.body).toEqual({
      data: null,
      error: {
        status: 401,
        name: 'UnauthorizedError',
        message: 'A second factor is needed',
        details: {
          code: true,
          passkey: {
            rpId: 'localhost',
            challenge: expect.stringMatching(/^[\w-]{43}$/),
            allowCredentials: [{ id: device.made[0]!.id, type: 'public-key', transports: ['internal'] }],
            timeout: 5 * MINUTE,
            userVerification: 'preferred',
          },
        },
      },
    })
    expect((await login({ password: 'wrong password' })).body).toEqual(
      errorBody(401, 'UnauthorizedError', 'Invalid credentials'),
    )
    // The password is the other factor: a touch suffices.
    expect((await asSecond({ verified: false, userHandle: null })).status).toBe(200)
    expect((await dataOf<{ usedAt: string }[]>(call('GET /me/passkeys')))[0]!.usedAt).toBe('2027-03-01T10:00:00.000Z')
  })

  test('signs in alone if the device knows the person', async () => {
    expect(await challenge()).toEqual({
      rpId: 'localhost',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * MINUTE,
      userVerification: 'required',
    })
    const signedIn = await alone()
    const { token: session } = signedIn.body.data as { token: string }
    expect(signedIn).toMatchObject({ status: 200, body: { data: { administrator: { email: ROOT.email } } } })
    expect((await call('GET /session', undefined, { session })).status).toBe(200)
    const cookie = { passkey: device.get(await challenge()), cookie: true }
    expect((await call('POST /login/passkey', cookie, open)).status).toBe(403)
    const header = { session: null, headers: { 'x-populus-admin': '1' } }
    const withCookie = await call('POST /login/passkey', { ...cookie, passkey: device.get(await challenge()) }, header)
    expect([withCookie.status, 'token' in (withCookie.body.data as object)]).toEqual([200, false])
    expect(withCookie.headers['set-cookie']).toMatch(/^populus_admin=.+HttpOnly; SameSite=Strict/)
    expect(await alone({ verified: false })).toMatchObject({ status: 401, code: 'A362', body: REFUSED })
    expect((await signIn(device.get(await challenge()), { email: ROOT.email.toUpperCase() })).status).toBe(200)
    expect((await signIn(device.get(await challenge()), { email: OTHER.email })).body).toEqual(REFUSED)
  })

  test('takes an answer once, wherever it is sent', async () => {
    const other = await start()
    const first = device.get(await challenge())
    expect((await call('POST /login/passkey', { passkey: first }, { ...open, at: other })).status).toBe(200)
    expect((await signIn(first)).body).toEqual(REFUSED)
    const asked = await challenge()
    const both = await Promise.all([signIn(device.get(asked)), signIn(device.get(asked))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const second = device.get((await needed()).passkey)
    expect((await login({ passkey: second })).status).toBe(200)
    expect((await login({ passkey: second })).body).toEqual(REFUSED)
    // Even one that was wrong uses the challenge up.
    const tried = await challenge()
    expect((await signIn(device.get(tried, { verified: false }))).status).toBe(401)
    expect((await signIn(device.get(tried))).status).toBe(401)
  })

  test('takes no answer to another question', async () => {
    expect((await signIn(device.get((await needed()).passkey))).body).toEqual(REFUSED)
    expect((await login({ passkey: device.get(await challenge()) })).body).toEqual(REFUSED)
    expect((await alone({ challenge: 'A'.repeat(43) })).body).toEqual(REFUSED)
    const asked = await setUp()
    expect((await signIn(device.get(asked))).body).toEqual(REFUSED)
    const late = [await challenge(), (await needed()).passkey] as const
    now += 5 * MINUTE
    expect((await signIn(device.get(late[0]))).body).toEqual(REFUSED)
    expect((await login({ passkey: device.get(late[1]) })).body).toEqual(REFUSED)
    expect((await call('POST /me/passkeys', { name: 'Late', passkey: device.create(asked) })).body).toEqual(REFUSED)
    device.made.pop()
  })

  test.each<[string, Behaviour]>([
    ['another page', { origin: 'https://localhost.example.org' }],
    ['another port', { origin: 'http://localhost:8080' }],
    ['a page inside another one', { crossOrigin: true }],
    ['another site', { site: 'example.org' }],
    ['somebody who is not there', { present: false }],
    ['a device that makes a new one', { type: 'webauthn.create' }],
    ['a wrong signature', { signature: bytes => Buffer.from(bytes.map((byte, at) => (at === 9 ? byte ^ 1 : byte))) }],
    ['no signature to speak of', { signature: () => Buffer.from([0]) }],
    ['a passkey that says nothing of its owner', { userHandle: null }],
    ['a passkey of another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
  ])('takes nothing from %s', async (_, behaviour) => {
    await forgetAttempts()
    expect((await alone(behaviour)).body).toEqual(REFUSED)
    if (behaviour.userHandle !== null) expect((await asSecond(behaviour)).body).toEqual(REFUSED)
  })

  test('notices a copy by its counter', async () => {
    await forgetAttempts()
    const last = device.made[0]!.counter
    expect((await alone({ counter: last + 10 })).status).toBe(200)
    for (const counter of [last + 10, last + 3, 0]) {
      expect((await alone({ counter })).body).toEqual(REFUSED)
      expect((await asSecond({ counter })).body).toEqual(REFUSED)
    }
    expect((await alone({ counter: last + 11 })).status).toBe(200)
  })

  test('of one person is of no use to another', async () => {
    await forgetAttempts()
    const session = (await dataOf<{ token: string }>(login({}, OTHER))).token
    const theirs = new PasskeyDevice(ORIGIN)
    const asked = await setUp(session, OTHER.password)
    // Of another session, though of the same person.
    const again = (await dataOf<{ token: string }>(login({}, OTHER))).token
    const body = { name: 'Theirs', passkey: theirs.create(asked) }
    expect((await call('POST /me/passkeys', body, { session: again })).body).toEqual(REFUSED)
    expect((await call('POST /me/passkeys', body, { session: token })).body).toEqual(REFUSED)
    theirs.made.pop()
    const passkey = theirs.create(await setUp(session, OTHER.password))
    expect((await call('POST /me/passkeys', { name: 'Theirs', passkey }, { session })).status).toBe(201)
    const { passkey: wanted } = await needed()
    expect((await login({ passkey: theirs.get(wanted) })).body).toEqual(REFUSED)
    // The challenge of another account.
    const foreign = (await needed(OTHER)).passkey
    expect((await login({ passkey: device.get(foreign) })).body).toEqual(REFUSED)
    // Their key under the name of mine.
    const forged = { ...theirs.get(await challenge()), id: device.made[0]!.id, rawId: device.made[0]!.id }
    expect((await signIn(forged)).body).toEqual(REFUSED)
    const [mine] = await dataOf<{ id: string }[]>(call('GET /me/passkeys'))
    const change = { name: 'Mine now', password: OTHER.password }
    expect((await call(`PUT /me/passkeys/${mine!.id}`, change, { session })).status).toBe(404)
    const { password } = OTHER
    expect((await call(`DELETE /me/passkeys/${mine!.id}`, { password }, { session })).status).toBe(404)
    // A row that was made for an administrator whose number somebody else has now.
    await runOwn(app.database, `update populus.passkeys set admin_since = '' where title = 'Theirs'`)
    expect((await signIn(theirs.get(await challenge()))).body).toEqual(REFUSED)
    expect((await login({}, OTHER)).status).toBe(200)
  })

  test('is refused if it is made twice, by a page of others, or with a certificate', async () => {
    const create = async (name: string, given: Parameters<PasskeyDevice['create']>[1] = {}) => {
      const answer = await call('POST /me/passkeys', { name, passkey: device.create(await setUp(), given) })
      device.made.pop()
      return answer
    }
    expect((await setUp()) as object).toMatchObject({ excludeCredentials: [{ id: device.made[0]!.id }] })
    expect((await create('Wrong', { origin: 'https://example.org' })).body).toEqual(REFUSED)
    expect((await create('Wrong', { site: 'example.org' })).body).toEqual(REFUSED)
    expect((await create('Wrong', { certificate: true })).body).toEqual(REFUSED)
    const passkey = device.create(await setUp())
    const body = { name: 'Once', passkey }
    expect((await call('POST /me/passkeys', body)).status).toBe(201)
    expect((await call('POST /me/passkeys', body)).body).toEqual(REFUSED)
    // The recovery codes are those of the first one.
    expect(await dataOf(call('GET /me/second-factor'))).toMatchObject({ recoveryCodes: 10 })
  })

  test.each<[string, string, object, string]>([
    [
      'POST /me/passkeys/setup',
      'a strange name',
      { password: 'x', rp: 'evil' },
      'rp: not expected; available: password',
    ],
    ['POST /me/passkeys', 'no name', { name: ' ', passkey: {} }, 'name: expected a non-empty string'],
    ['POST /me/passkeys', 'the id of somebody', { name: 'a', passkey: {}, adminId: 2 }, 'adminId: not expected'],
    ['POST /me/passkeys', 'no answer', { name: 'a', passkey: 'x' }, 'passkey: expected the answer of a browser'],
    ['POST /login/passkey', 'a strange id', { passkey: { id: 'a\u0000' } }, 'passkey.id: expected base64url'],
    [
      'POST /login/passkey',
      'another person',
      { adminId: 1 },
      'adminId: not expected; available: passkey, email, cookie',
    ],
    [
      'POST /login',
      'a passkey that is none',
      { email: 'a', password: 'b', passkey: 1 },
      'passkey: expected the answer',
    ],
  ])('%s says what is wrong with %s', async (line, _, body, message) => {
    await forgetAttempts()
    const answer = await call(line, body, line.includes('/me') ? {} : open)
    expect(answer).toMatchObject({ status: 400, code: 'M501' })
    expect((answer.body.error as unknown as { message: string }).message).toContain(message)
  })

  test('is renamed and removed with the password', async () => {
    await forgetAttempts()
    const list = () => dataOf<readonly { id: string; name: string }[]>(call('GET /me/passkeys'))
    const [, once] = await list()
    const place = `/me/passkeys/${once!.id}`
    const password = { password: ROOT.password }
    expect(await call(`PUT ${place}`, { name: 'Phone', password: 'wrong' })).toMatchObject({
      status: 400,
      code: 'A344',
    })
    const strange = { name: 'Phone', ...password, counter: 0 }
    expect((await call(`PUT ${place}`, strange)).status).toBe(400)
    expect(await dataOf(call(`PUT ${place}`, { name: 'Phone', ...password }))).toMatchObject({ name: 'Phone' })
    expect((await call(`DELETE ${place}`, { password: 'wrong' })).status).toBe(400)
    expect((await list()).map(({ name }) => name)).toEqual(['My laptop', 'Phone'])
    expect(await dataOf(call(`DELETE ${place}`, password))).toMatchObject({ id: once!.id, name: 'Phone' })
    expect((await call(`DELETE ${place}`, password)).status).toBe(404)
    expect((await call('DELETE /me/passkeys/%00', password)).status).toBe(404)
    expect((await alone()).body).toEqual(REFUSED)
    device.made.pop()
    expect((await alone()).status).toBe(200)
  })

  test('is replaced by a recovery code once, and stays beside an app', async () => {
    await forgetAttempts()
    expect((await login({ code: recovery[0] })).status).toBe(200)
    expect(await login({ code: recovery[0] })).toMatchObject({ status: 401, code: 'A360' })
    const { secret } = await dataOf<{ secret: string }>(call('POST /me/second-factor', { password: ROOT.password }))
    const code = () => totpCode(fromBase32(secret), Math.floor(now / 30_000))
    // Not confirmed yet, and no recovery code confirms it.
    expect(await login({ code: code() })).toMatchObject({ status: 401, code: 'A360' })
    expect(await call('PUT /me/second-factor', { code: recovery[1] })).toMatchObject({ status: 401, code: 'A360' })
    const confirmed = call('PUT /me/second-factor', { code: code() })
    const codes = (await dataOf<{ recoveryCodes: readonly string[] }>(confirmed)).recoveryCodes
    expect((await login({ code: codes[0] })).status).toBe(200)
    expect((await asSecond()).status).toBe(200)
    now += MINUTE
    expect((await login({ code: code() })).status).toBe(200)
    // Without the app, the codes are the passkey's.
    await call('DELETE /me/second-factor', { password: ROOT.password })
    expect(await dataOf(call('GET /me/second-factor'))).toMatchObject({
      enabled: false,
      required: false,
      recoveryCodes: 9,
    })
    now += MINUTE
    expect((await login({ code: code() })).status).toBe(401)
    expect((await login({ code: codes[1] })).status).toBe(200)
  })

  test('belongs to the public address of the server, or to the host that is asked', async () => {
    await forgetAttempts()
    const site = async (headers: Record<string, string>, more: Partial<TestAppInput> = {}) => {
      const at = await start(more)
      const asked = await call('POST /login/challenge', undefined, { session: null, at, headers })
      return (asked.body.data as { rpId: string }).rpId
    }
    const forwarded = { host: 'inside:1337', 'x-forwarded-host': 'cms.example.org' }
    expect(await site({ host: 'CMS.example.org:8443' })).toBe('cms.example.org')
    expect(await site(forwarded)).toBe('inside')
    expect(await site(forwarded, { server: { trustProxy: ['198.51.0.0/16'] } } as Partial<TestAppInput>)).toBe(
      'cms.example.org',
    )
    const named = { server: { url: 'https://site.example/cms' } } as Partial<TestAppInput>
    expect(await site(forwarded, named)).toBe('site.example')
    // The passkey was made at localhost.
    const at = await start(named)
    const details = (await call('POST /login', ROOT, { session: null, at })).body.error!.details
    expect(details).toEqual({ code: true, passkey: null })
    // Plain pages of other machines have no passkeys.
    const asked = await call('POST /login/challenge', undefined, {
      session: null,
      headers: { host: 'cms.example.org' },
    })
    const plain = device.get(asked.body.data as Asked, { origin: 'http://cms.example.org', site: 'cms.example.org' })
    const answer = call(
      'POST /login/passkey',
      { passkey: plain },
      { session: null, headers: { host: 'cms.example.org' } },
    )
    expect((await answer).body).toEqual(REFUSED)
  })

  test('is limited like passwords, by address', async () => {
    await forgetAttempts()
    const from = (url: string, payload?: object) =>
      server.inject({
        ...{ method: 'POST', url: `/admin/api${url}`, remoteAddress: '203.0.113.7', headers: { host: 'localhost' } },
        ...(payload === undefined ? {} : { payload }),
      })
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await from('/login/challenge')).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    const tried: number[] = []
    const passkey = device.get({ challenge: 'A'.repeat(43) })
    for (let n = 0; n < 10; n += 1) tried.push((await from('/login/passkey', { passkey })).statusCode)
    const last = await from('/login', ROOT)
    expect([...new Set(tried), last.statusCode]).toEqual([401, 429])
  })

  test('lets nobody in who is blocked, and no session outlives a reset of the password', async () => {
    await forgetAttempts()
    const login = { email: 'third@example.org', password: 'some password' }
    const { id } = await dataOf<{ id: number }>(call('POST /admins', { ...login, roles: ['strapi-editor'] }))
    const session = (await dataOf<{ token: string }>(call('POST /login', login, open))).token
    const third = new PasskeyDevice(ORIGIN)
    const asked = await setUp(session, login.password)
    await call('POST /me/passkeys', { name: 'Key', passkey: third.create(asked) }, { session })
    const enter = async () => signIn(third.get(await challenge()))
    const inside = ((await enter()).body.data as { token: string }).token
    expect((await call('GET /me', undefined, { session: inside })).status).toBe(200)
    await call(`PUT /admins/${id}`, { blocked: true })
    expect((await call('GET /me', undefined, { session: inside })).status).toBe(401)
    expect((await enter()).body).toEqual(REFUSED)
    await call(`PUT /admins/${id}`, { blocked: false, isActive: false })
    expect((await enter()).body).toEqual(REFUSED)
    await call(`PUT /admins/${id}`, { isActive: true, password: 'another password' })
    const fresh = ((await enter()).body.data as { token: string }).token
    await call(`PUT /admins/${id}`, { password: 'one more password' })
    expect((await call('GET /me', undefined, { session: fresh })).status).toBe(401)
    // Somebody helps who has lost the device.
    expect(await dataOf(call(`DELETE /admins/${id}/second-factor`))).toEqual({ removed: true })
    expect(await dataOf(call(`DELETE /admins/${id}/second-factor`))).toEqual({ removed: false })
    expect((await enter()).body).toEqual(REFUSED)
    expect((await call('POST /login', { ...login, password: 'one more password' }, open)).status).toBe(200)
    await call('POST /me/passkeys', { name: 'Key', passkey: third.create(asked) }, { session })
    await call(`DELETE /admins/${id}`)
    const left = (await ownRows(app.database, 'passkeys')) as readonly unknown[]
    expect(JSON.stringify(left)).not.toContain('"Key"')
  })

  test('is enough where the server asks for a second factor, and the last one stays', async () => {
    await forgetAttempts()
    const at = await start({ admin: { secondFactor: 'required' } })
    const login = { email: 'new@example.org', password: 'some password' }
    await call('POST /admins', { ...login, roles: ['strapi-editor'] })
    const session = (await dataOf<{ token: string }>(call('POST /login', login, { session: null, at }))).token
    const inside = { session, at }
    expect(await call('GET /session', undefined, inside)).toMatchObject({ status: 403, code: 'A361' })
    expect(await call('GET /me/sessions', undefined, inside)).toMatchObject({ status: 403, code: 'A361' })
    expect(await dataOf(call('GET /me/passkeys', undefined, inside))).toEqual([])
    const fresh = new PasskeyDevice(ORIGIN)
    const asked = await dataOf<AskedNew>(call('POST /me/passkeys/setup', { password: login.password }, inside))
    const made = await call('POST /me/passkeys', { name: 'Key', passkey: fresh.create(asked) }, inside)
    expect(made.status).toBe(201)
    expect((await call('GET /session', undefined, inside)).status).toBe(200)
    const { id } = (made.body.data as { passkey: { id: string } }).passkey
    const password = { password: login.password }
    expect(await call(`DELETE /me/passkeys/${id}`, password, inside)).toMatchObject({ status: 403, code: 'A361' })
    expect(await call('DELETE /me/second-factor', password, inside)).toMatchObject({ status: 200 })
    expect(await dataOf(call('GET /me/passkeys', undefined, inside))).toHaveLength(1)
    expect((await call(`DELETE /me/passkeys/${id}`, password, { session })).status).toBe(200)
    expect(await dataOf(call('GET /me/second-factor', undefined, { session }))).toMatchObject({ recoveryCodes: 0 })
  })
})

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
