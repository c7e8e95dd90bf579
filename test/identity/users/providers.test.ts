/** Signing in with a third party: a real OpenID provider, a server and a browser, over sockets. */
import { createServer } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import { AUTHENTICATED, callers, FULL, failure, ok, openUsers, type Users } from './open-users.ts'
import { Browser, CLIENT, OTHER_CLIENT, startOpenIdProvider, startTrustingProvider } from './openid-provider.ts'

const PAGE = 'https://app.example.test/connect/redirect'
const GRANT = { email: { enabled: true, icon: 'envelope' } }

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return port
}

describe.each(CLIENTS)('signing in with a third party on %s', client => {
  let users: Users
  let server: string
  let issuer: string

  const keycloak = () => ({ ...CLIENT, enabled: true, callback: PAGE, issuer })
  beforeAll(async () => {
    const port = await freePort()
    server = `http://127.0.0.1:${port}`
    const redirects = ['keycloak', 'acme', 'off'].map(name => `${server}/api/connect/${name}/callback`)
    ;({ issuer } = await startOpenIdProvider(redirects))
    users = await openUsers(client, {
      server: { url: server },
      // The provider in the database is on this machine.
      outgoing: { allow: ['loopback'] },
      users: { providers: { acme: { ...keycloak(), callback: '/welcome' } } },
    })
    await users.app.listen(port)
  })
  beforeEach(async () => {
    await users.store('grant', { ...GRANT, keycloak: keycloak(), off: { ...keycloak(), enabled: false } })
    await users.advanced()
    await users.change(sql`delete from up_users where provider <> 'local'`)
  })

  const open = (path: string, login: string, end = PAGE) => new Browser().open(`${server}${path}`, { login, end })
  /** The token that arrives at the page. */
  const tokenOf = async (login: string) =>
    (await open('/api/connect/keycloak', login)).searchParams.get('access_token') ?? ''
  const signIn = (token: string, provider = 'keycloak') =>
    users.ask(`GET /api/auth/${provider}/callback?access_token=${encodeURIComponent(token)}`)
  const refusal = (message: string) => failure(400, 'ApplicationError', message)

  test('leads to the page with the token, for which the server gives a JWT and a new user with the default role', async () => {
    const page = await open('/api/connect/keycloak', 'ann')
    const { access_token, id_token, ...raw } = Object.fromEntries(page.searchParams)
    expect(raw).toEqual({
      'raw[access_token]': access_token,
      'raw[expires_in]': '3600',
      'raw[id_token]': id_token,
      'raw[scope]': 'openid email profile',
      'raw[token_type]': 'Bearer',
    })
    const answer = await signIn(access_token!)
    const { user } = answer.body as { user: { id: number } }
    expect(answer).toEqual(
      ok({
        jwt: '<jwt>',
        user: {
          id: user.id,
          username: 'ann',
          email: 'ann@provider.test',
          provider: 'keycloak',
          confirmed: true,
          blocked: false,
          createdAt: '<now>',
          updatedAt: '<now>',
        },
      }),
    )
    expect(await users.userOf(user.id)).toMatchObject({ role: AUTHENTICATED })
    const again = await signIn(await tokenOf('ann'))
    expect(again.body).toMatchObject({ user: { id: user.id } })
  })

  test('the JWT is one of the user, and is in no cache', async () => {
    const token = await tokenOf('ann')
    const answer = await users.send(`GET /api/auth/keycloak/callback?access_token=${token}`)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    const { jwt } = answer.json() as { jwt: string }
    expect((await users.ask('GET /api/users/me', { token: jwt })).body).toMatchObject({ username: 'ann' })
  })

  test('a provider that only the settings name works with its issuer, and without a page of its own', async () => {
    const page = await open('/api/connect/acme', 'ann', `${server}/welcome`)
    expect((await signIn(page.searchParams.get('access_token')!, 'acme')).body).toMatchObject({
      user: { username: 'ann', provider: 'acme' },
    })
  })

  test('an address that belongs to a user of another provider is refused, unless addresses may be shared', async () => {
    const token = await tokenOf('alice')
    expect(await signIn(token)).toEqual(refusal('Email is already taken.'))
    await users.advanced({ unique_email: false })
    expect((await signIn(token)).body).toMatchObject({ user: { username: 'alice2', email: 'alice@example.test' } })
  })

  test('without registration only known users come in; blocked ones do not', async () => {
    const token = await tokenOf('ann')
    await users.advanced({ allow_register: false })
    expect(await signIn(token)).toEqual(refusal('Register action is actually not available.'))
    await users.advanced()
    await signIn(token)
    await users.advanced({ allow_register: false })
    expect((await signIn(token)).status).toBe(200)
    await users.change(sql`update up_users set blocked = ${users.yes} where provider = 'keycloak'`)
    expect(await signIn(token)).toEqual(refusal('Your account has been blocked by an administrator'))
  })

  test('an address that nobody confirmed, no address, no token and a wrong token are refused', async () => {
    expect(await signIn(await tokenOf('liar'))).toEqual(refusal('Email is not verified.'))
    expect(await signIn(await tokenOf('mute'))).toEqual(refusal('Email was not available.'))
    expect(await users.ask('GET /api/auth/keycloak/callback')).toEqual(refusal('No access_token.'))
    expect(await signIn('nonsense')).toEqual(
      refusal('The provider keycloak could not be reached, please try again later'),
    )
  })

  test('a token that was issued to another client is refused, unless the settings list that client', async () => {
    const provider = { enabled: true, ...CLIENT, issuer: await startTrustingProvider() }
    await users.store('grant', { ...GRANT, keycloak: provider })
    const claims = (azp: string) => Buffer.from(JSON.stringify({ azp })).toString('base64url')
    const [own, foreign] = [CLIENT.key, OTHER_CLIENT.key].map(key => `e30.${claims(key)}.c2ln`)
    expect((await signIn(own!)).body).toMatchObject({ user: { email: 'eve@provider.test' } })
    expect(await signIn(foreign!)).toEqual(
      refusal('The token was issued to another client (setting users.providers, clientIds).'),
    )
    await users.store('grant', { ...GRANT, keycloak: { ...provider, clientIds: [OTHER_CLIENT.key] } })
    expect((await signIn(foreign!)).status).toBe(200)
  })

  test('providers that are off or unknown are refused on every route', async () => {
    for (const name of ['off', 'email', 'google', 'constructor', '__proto__', 'nope']) {
      for (const path of [
        `connect/${name}`,
        `connect/${name}/callback?code=x`,
        `auth/${name}/callback?access_token=x`,
      ]) {
        expect([path, await users.ask(`GET /api/${path}`)]).toEqual([path, refusal('This provider is disabled')])
      }
    }
  })

  test('the page may be chosen by its query alone', async () => {
    const chosen = encodeURIComponent(`${PAGE}?next=/shop`)
    const page = await open(`/api/connect/keycloak?callback=${chosen}`, 'ann')
    expect([page.searchParams.get('next'), page.searchParams.has('access_token')]).toEqual(['/shop', true])
    const others = [
      `${PAGE}/x`,
      'https://evil.test/connect/redirect',
      '//evil.test',
      `https://a@app.example.test${'/connect/redirect'}`,
    ]
    for (const callback of [...others, 'javascript:alert(1)', '']) {
      expect(await users.ask(`GET /api/connect/keycloak?callback=${encodeURIComponent(callback)}`)).toEqual(
        failure(400, 'ValidationError', 'Invalid callback URL provided', { callback }),
      )
    }
  })

  test('a return that this browser did not ask for gets no token: other state, other browser, other provider', async () => {
    const started = await users.send('GET /api/connect/keycloak')
    const cookie = String(started.headers['set-cookie']).split(';')[0]!
    const state = new URL(String(started.headers.location)).searchParams.get('state')!
    const returned = async (query: string, headers: Record<string, string>, provider = 'keycloak') => {
      const answer = await users.send(`GET /api/connect/${provider}/callback?code=x&${query}`, { headers })
      return new URL(String(answer.headers.location), server).searchParams.get('error')
    }
    const wrong = 'The state is not the one that was sent'
    expect(await returned(`state=${state}`, {})).toBe(wrong)
    expect(await returned('state=other', { cookie })).toBe(wrong)
    expect(await returned(`state=${state}`, { cookie: cookie.slice(0, -3) })).toBe(wrong)
    expect(await returned(`state=${state}`, { cookie: cookie.replace('keycloak', 'acme') }, 'acme')).toBe(wrong)
    expect(await returned(`state=${state}`, { cookie })).toBe(
      'The provider keycloak could not be reached, please try again later',
    )
    expect(String(started.headers['set-cookie'])).toMatch(/; Path=\/api\/connect; Max-Age=600; HttpOnly; SameSite=Lax$/)
  })

  test('what the provider refuses arrives at the page', async () => {
    const answer = await users.send('GET /api/connect/keycloak/callback?error=access_denied&error_description=No')
    expect(answer.headers.location).toBe(`${PAGE}?error=access_denied&error_description=No`)
  })

  test('needs the rights connect and callback', async () => {
    expect(await users.ask('GET /api/connect/keycloak', { token: FULL })).toMatchObject({ status: 302 })
    const alice = await users.signIn('alice')
    expect((await users.ask('GET /api/connect/keycloak', { token: alice })).status).toBe(403)
  })

  test('attempts are counted by address', async () => {
    const rateLimit = { enabled: true, interval: 60_000, perAddress: 2, perIdentifier: 50 }
    const { ask } = callers(await users.open({ rateLimit }))
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1) statuses.push((await ask('GET /api/auth/keycloak/callback')).status)
    expect(statuses).toEqual([400, 400, 429])
  })
})
