/** Single sign-on of administrators: a real provider of OpenID Connect, a server and a browser, over sockets; then attacks. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { SignOnProviders } from '../../../src/config/settings/single-sign-on.ts'
import { totpCode } from '../../../src/identity/sign-in/totp.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { PasskeyDevice } from '../../support/passkey-device.ts'
import { freePort } from '../../support/servers/embedded-server.ts'
import { WORLD, worldDatabase } from '../../support/worlds/world.ts'
import { type Accounts, Browser, CLIENT, startOpenIdProvider } from '../users/openid-provider.ts'
import { ROOT, SECRETS } from './admin-app.ts'
import { startForgingProvider } from './forging-provider.ts'
import { ownRows, runOwn } from './own-rows.ts'

/** A page of the panel, or its sign-in page. */
const ARRIVED = /^http:\/\/127\.0\.0\.1:\d+\/admin(\/(?!connect\/)|$)/
const MFA = { claims: { amr: ['pwd', 'mfa'] } }

function secretOf(base32: string): Buffer {
  const bits = [...base32].map(letter =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

interface Person {
  readonly id: number
  readonly email: string
  readonly firstname: string | null
  readonly roles: readonly { readonly code: string }[]
}

describe.each(CLIENTS)('single sign-on of administrators, on %s', client => {
  let app: App
  let database: Awaited<ReturnType<typeof worldDatabase>>
  let server: string
  let port: number
  let root = ''
  let forger: Awaited<ReturnType<typeof startForgingProvider>>
  let providers: SignOnProviders
  const accounts: Accounts = {}

  const serve = async (settings: object = {}, more: SignOnProviders = {}) => {
    await app?.close()
    // The limit of attempts is tested elsewhere.
    if (app !== undefined && client === 'postgres') await runOwn(database, 'delete from populus.attempts')
    app = await buildTestApp({
      folder: WORLD,
      database,
      secrets: { ...SECRETS, singleSignOn: { company: CLIENT.secret } },
      server: { url: server },
      admin: { singleSignOn: { ...providers, ...more }, ...settings },
    })
    await app.listen(port)
  }
  const call = async (line: string, { cookie = root, body }: { cookie?: string; body?: object } = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const response = await fetch(`${server}/admin/api${path}`, {
      method,
      headers: {
        'x-populus-admin': '1',
        cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data, error } = (await response.json()) as { data: never; error?: { details: never } }
    const code = response.headers.get('x-populus-error')
    return { status: response.status, code, data, details: error?.details, headers: response.headers }
  }
  const go = async (login: string, { path = '/admin/connect/company', browser = new Browser() } = {}) => {
    const page = await browser.open(`${server}${path}`, { login, end: ARRIVED })
    return { page: `${page.pathname}${page.search}`, cookie: browser.cookies(server), browser }
  }
  const forge = (lies: Parameters<typeof forger.tell>[0], at?: number) => {
    forger.tell(lies, at)
    return go('', { path: '/admin/connect/forged' })
  }
  const me = async (cookie: string) => (await call('GET /me', { cookie })).data as Person
  const codesOf = ({ roles }: Person) => roles.map(({ code }) => code)
  const everybody = async () => (await call('GET /admins')).data as readonly Person[]
  const refused = (code: string) => `/admin/auth/login?problem=${code}`

  beforeAll(async () => {
    database = await worldDatabase(client)
    port = await freePort()
    server = `http://127.0.0.1:${port}`
    const { issuer } = await startOpenIdProvider([`${server}/admin/connect/company/callback`], { accounts })
    forger = await startForgingProvider('forged-client')
    const roles = [
      { claim: 'groups', contains: 'editors', role: 'strapi-editor' },
      { claim: 'groups', contains: 'authors', role: 'strapi-author' },
      { claim: 'https://example.org/realm.roles', contains: 'chief', role: 'strapi-super-admin' },
    ]
    providers = {
      company: {
        ...{ issuer, clientId: CLIENT.key, label: 'Company', createPeople: true, roles },
        scopes: ['openid', 'email', 'profile', 'groups'],
      },
      forged: { issuer: forger.issuer, clientId: 'forged-client', roles, createPeople: true },
    }
    await serve()
    accounts.early = { email: 'early@example.org', email_verified: true, groups: ['editors'] }
    expect((await go('early')).page).toBe(refused('A373'))
    await call('POST /first-admin', { body: { ...ROOT, code: await app.firstAdminCode() } })
    const { headers } = await call('POST /login', { body: { ...ROOT, cookie: true } })
    root = headers.get('set-cookie')!.split(';')[0]!
    for (const email of ['ed@example.org', 'blocked@example.org'])
      await call('POST /admins', { body: { email, password: 'a good password', roles: ['strapi-editor'] } })
  })
  beforeEach(async () => {
    for (const login of Object.keys(accounts)) delete accounts[login]
    Object.assign(accounts, {
      ann: {
        email: 'Ann@example.org',
        email_verified: true,
        given_name: 'Ann',
        family_name: 'Lee',
        groups: ['editors'],
      },
      ed: { email: 'ed@example.org', email_verified: true, groups: ['editors', 'others'] },
      liar: { email: 'root@example.org', email_verified: false, groups: ['editors'] },
      nobody: { email: 'nobody@example.org', email_verified: true, groups: ['others'] },
    } satisfies Accounts)
    await serve()
  })

  test('a new person gets a session with the role of the claims, as everybody has it', async () => {
    const { page, cookie } = await go('ann', {
      path: '/admin/connect/company?redirectTo=/admin/content-manager%3Fa%3D1',
    })
    expect(page).toBe('/admin/content-manager?a=1')
    expect(cookie).toMatch(/^populus_admin=[\w.-]+$/)
    const ann = await me(cookie)
    expect(ann).toMatchObject({ email: 'ann@example.org', firstname: 'Ann', lastname: 'Lee', isActive: true })
    expect(codesOf(ann)).toEqual(['strapi-editor'])
    const { data } = await call('GET /me/sessions', { cookie })
    expect(data).toMatchObject([{ current: true }])
    const made = await call('POST /content/api::tag.tag', { cookie, body: { data: { name: 'by Ann' } } })
    expect(made.status).toBe(201)
    const { data: activity } = await call('GET /activity')
    expect(JSON.stringify(activity)).toContain('Ann')
    expect(await ownRows(database, 'admin_identities')).toHaveLength(1)
    expect((await call('POST /logout', { cookie })).status).toBe(200)
    expect((await call('GET /me', { cookie })).status).toBe(401)
  })

  test('roles follow the claims at each sign-in, and without one the person is out everywhere', async () => {
    const { cookie: first } = await go('ann')
    accounts.ann!.groups = ['authors', 'editors']
    expect(codesOf(await me((await go('ann')).cookie)).sort()).toEqual(['strapi-author', 'strapi-editor'])
    accounts.ann!.groups = ['authors']
    expect(codesOf(await me((await go('ann')).cookie))).toEqual(['strapi-author'])
    expect(codesOf(await me(first))).toEqual(['strapi-author'])
    accounts.ann!.groups = []
    expect((await go('ann')).page).toBe(refused('A374'))
    expect((await call('GET /me', { cookie: first })).status).toBe(401)
    expect((await everybody()).find(({ firstname }) => firstname === 'Ann')?.roles).toEqual([])
    accounts.ann!.groups = ['editors']
    expect(codesOf(await me((await go('ann')).cookie))).toEqual(['strapi-editor'])
  })

  test('administrators are found by a verified address once, and by the subject from then on', async () => {
    const before = (await everybody()).length
    const first = await me((await go('ed')).cookie)
    expect(first.email).toBe('ed@example.org')
    accounts.ed!.email = 'moved@example.org'
    expect((await me((await go('ed')).cookie)).id).toBe(first.id)
    accounts.heir = { email: 'ed@example.org', email_verified: true, groups: ['editors'] }
    expect((await go('heir')).page).toBe(refused('A373'))
    expect((await everybody()).length).toBe(before)
    expect(await call(`DELETE /admins/${first.id}/sign-on`)).toMatchObject({ status: 200, data: { removed: 1 } })
    expect((await me((await go('heir')).cookie)).id).toBe(first.id)
    await call(`DELETE /admins/${first.id}/sign-on`)
  })

  test('an address that is not verified opens nothing, unless the operator trusts the provider with it', async () => {
    expect((await go('liar')).page).toBe(refused('A372'))
    delete accounts.liar!.email_verified
    expect((await go('liar')).page).toBe(refused('A372'))
    await serve({}, { company: { ...providers.company!, trustEmails: true } })
    accounts.liar = { email: 'trusted@example.org', groups: ['editors'] }
    expect((await me((await go('liar')).cookie)).email).toBe('trusted@example.org')
    accounts.other = { email: 'root@example.org', email_verified: false, groups: ['editors'] }
    expect((await go('other')).page).toBe(refused('A372'))
  })

  test('blocked, deactivated and unknown people stay out; invited ones come in once', async () => {
    const person = (await everybody()).find(({ email }) => email === 'blocked@example.org')!
    accounts.blocked = { email: 'blocked@example.org', email_verified: true, groups: ['editors'] }
    const { cookie } = await go('blocked')
    expect((await me(cookie)).id).toBe(person.id)
    await call(`PUT /admins/${person.id}`, { body: { blocked: true } })
    expect((await call('GET /me', { cookie })).status).toBe(401)
    expect((await go('blocked')).page).toBe(refused('A373'))
    await call(`PUT /admins/${person.id}`, { body: { blocked: false, isActive: false } })
    expect((await go('blocked')).page).toBe(refused('A373'))
    await call(`DELETE /admins/${person.id}/sign-on`)
    expect((await go('blocked')).page).toBe(refused('A373'))

    const guest = { email: 'guest@example.org', roles: ['strapi-author'] }
    await call('POST /admins/invite', { body: guest })
    accounts.guest = { email: guest.email, email_verified: true, groups: ['editors'] }
    expect(await me((await go('guest')).cookie)).toMatchObject({ email: guest.email, isActive: true })

    await serve({}, { company: { ...providers.company!, createPeople: false } })
    accounts.stranger = { email: 'stranger@example.org', email_verified: true, groups: ['editors'] }
    expect((await go('stranger')).page).toBe(refused('A373'))
  })

  test('no claim names a role by itself, and those without a rule get the default role or nothing', async () => {
    accounts.nobody!.groups = ['strapi-super-admin', 'Super Admin', 'others']
    expect((await go('nobody')).page).toBe(refused('A374'))
    const claims = {
      email: 'chief@example.org',
      email_verified: true,
      roles: ['strapi-super-admin'],
      role: 'strapi-super-admin',
    }
    for (const lie of [
      { groups: 'strapi-super-admin' },
      { realm: { roles: ['chief'] } },
      { groups: { editors: true } },
    ])
      expect((await forge({ claims: { ...claims, sub: 'chief', ...lie } })).page).toBe(refused('A374'))
    const rule = { 'https://example.org/realm.roles': ['chief'] }
    expect(codesOf(await me((await forge({ claims: { ...claims, sub: 'chief', ...rule } })).cookie))).toEqual([
      'strapi-super-admin',
    ])
    await serve({}, { company: { ...providers.company!, defaultRole: 'strapi-author' } })
    expect(codesOf(await me((await go('nobody')).cookie))).toEqual(['strapi-author'])
    await serve(
      {},
      { company: { ...providers.company!, roles: [{ claim: 'groups', contains: 'others', role: 'no-role' }] } },
    )
    expect((await go('nobody')).page).toBe(refused('A370'))
  })

  test('without rules administrators keep their roles, and the last super administrator keeps theirs', async () => {
    accounts.root = { email: ROOT.email, email_verified: true, groups: ['editors'] }
    for (const { id, email } of await everybody()) if (email === 'chief@example.org') await call(`DELETE /admins/${id}`)
    expect((await go('root')).page).toBe(refused('M503'))
    const { issuer, clientId } = providers.company!
    await serve({}, { company: { issuer, clientId } })
    expect(codesOf(await me((await go('root')).cookie))).toEqual(['strapi-super-admin'])
    expect((await go('ann')).page).toBe('/admin/')
    accounts.fresh = { email: 'fresh@example.org', email_verified: true }
    expect((await go('fresh')).page).toBe(refused('A373'))
  })

  test('a state counts once, in the browser that started', async () => {
    const [mine, other] = [new Browser(), new Browser()]
    const end = /\/admin\/connect\/company\/callback/
    const back = await mine.open(`${server}/admin/connect/company`, { login: 'ann', end })
    const cookies = mine.cookies(server)
    const elsewhere = await other.visit(back.href)
    expect(elsewhere.response.headers.get('location')).toBe(refused('A371'))
    await other.visit(`${server}/admin/connect/company`)
    expect((await other.visit(back.href)).response.headers.get('location')).toBe(refused('A371'))
    const changed = new URL(back)
    changed.searchParams.set('state', 'another')
    expect((await mine.visit(changed.href)).response.headers.get('location')).toBe(refused('A371'))

    const replay = () => fetch(back, { redirect: 'manual', headers: { cookie: cookies } })
    const first = await replay()
    expect(first.headers.get('location')).toBe('/admin/')
    expect(first.headers.getSetCookie().join()).toContain('populus_admin=')
    const again = await replay()
    expect(again.headers.get('location')).toBe(refused('A371'))
    expect(again.headers.getSetCookie().join()).not.toContain('populus_admin=')
  })

  test('a code counts once: the provider refuses it in another sign-in', async () => {
    const end = /\/admin\/connect\/company\/callback/
    const mine = new Browser()
    const back = await mine.open(`${server}/admin/connect/company`, { login: 'ann', end })
    await mine.visit(back.href)
    const thief = new Browser()
    const own = await thief.open(`${server}/admin/connect/company`, { login: 'ed', end })
    own.searchParams.set('code', back.searchParams.get('code')!)
    expect((await thief.visit(own.href)).response.headers.get('location')).toBe(refused('A370'))
  })

  test('what the provider says must be signed by it, for this client, for this sign-in, and of now', async () => {
    const told = { email: 'forger@example.org', email_verified: true, groups: ['editors'] }
    const bad = [
      { claims: { ...told, nonce: 'another' } },
      { claims: told, without: ['nonce'] },
      { claims: { ...told, iss: 'https://elsewhere.example.org' } },
      { claims: { ...told, aud: 'another-client' } },
      { claims: { ...told, aud: ['forged-client', 'another-client'] } },
      { claims: { ...told, azp: 'another-client' } },
      { claims: told, without: ['sub'] },
      { claims: told, without: ['exp'] },
      { claims: told, otherKey: true },
      { claims: told, shared: 'forged-client' },
      { claims: told, unsigned: true },
      { claims: told, issuer: 'https://elsewhere.example.org' },
      { claims: told, from: 'https://elsewhere.example.org' },
      { claims: told, profile: { sub: 'somebody else' } },
    ]
    for (const [index, lies] of bad.entries()) {
      if (index % 8 === 7) await serve()
      expect([lies, (await forge(lies)).page]).toEqual([lies, refused('A370')])
    }
    await serve()
    expect((await forge({ claims: told }, Date.now() - 600_000)).page).toBe(refused('A370'))
    expect((await forge({ error: 'access_denied' })).page).toBe(refused('A375'))
    // What is signed counts before the profile.
    const { cookie } = await forge({ claims: told, profile: { email: 'root@example.org', groups: ['authors'] } })
    expect(await me(cookie)).toMatchObject({ email: 'forger@example.org' })
    expect(codesOf(await me(cookie))).toEqual(['strapi-editor'])
  })

  test('leads to pages of the panel only', async () => {
    const wanted = [
      'https://evil.example.org',
      '//evil.example.org',
      '/\\evil.example.org',
      'javascript:alert(1)',
      '/api/articles',
      '/admin/auth/login',
      '/admin/../x',
      '/admin/connect/company',
    ]
    for (const address of wanted) {
      forger.tell({ claims: { email: 'forger@example.org', email_verified: true, groups: ['editors'] } })
      const path = `/admin/connect/forged?redirectTo=${encodeURIComponent(address)}`
      expect([address, (await go('', { path })).page]).toEqual([address, '/admin/'])
    }
    expect((await go('', { path: '/admin/connect/constructor' })).page).toBe(refused('A370'))
  })

  test('a second factor is asked for, unless the provider has seen one', async () => {
    forger.tell({ claims: { sub: 'factor', email: 'factor@example.org', email_verified: true, groups: ['editors'] } })
    const { cookie } = await go('', { path: '/admin/connect/forged' })
    expect((await call('GET /me/second-factor', { cookie })).data).toEqual({
      enabled: false,
      required: false,
      recoveryCodes: 0,
      asksPassword: false,
    })
    const setup = (await call('POST /me/second-factor', { cookie, body: {} })).data as { secret: string }
    const codeAt = (moment: number) => totpCode(secretOf(setup.secret), Math.floor(moment / 30_000))
    const confirmed = await call('PUT /me/second-factor', { cookie, body: { code: codeAt(Date.now() - 30_000) } })
    expect(confirmed.status).toBe(200)

    const path = '/admin/connect/forged?redirectTo=/admin/media'
    const asked = await go('', { path })
    expect(asked.page).toBe('/admin/auth/login?signOn=code&redirectTo=%2Fadmin%2Fmedia')
    expect(asked.cookie).toMatch(/^populus_admin_step=\w+$/)
    expect((await call('GET /me', { cookie: asked.cookie })).status).toBe(401)
    const step = (code: string, given = asked.cookie) =>
      call('POST /login/second-factor', { cookie: given, body: { code } })
    expect(await step('000000')).toMatchObject({ status: 401, code: 'A360' })
    expect(await step(codeAt(Date.now()), 'populus_admin_step=guessed')).toMatchObject({ status: 400, code: 'A371' })
    const right = await step(codeAt(Date.now()))
    expect(right).toMatchObject({ status: 200, data: { administrator: { email: 'factor@example.org' } } })
    expect(right.headers.getSetCookie().join()).toContain('populus_admin_step=; ')
    const session = right.headers.getSetCookie().find(text => text.startsWith('populus_admin='))!
    expect((await call('GET /me', { cookie: session.split(';')[0]! })).status).toBe(200)
    expect(await step(codeAt(Date.now() + 30_000))).toMatchObject({ status: 400, code: 'A371' })

    const told = { sub: 'factor', email: 'factor@example.org', email_verified: true, groups: ['editors'] }
    expect((await forge({ claims: { ...told, ...MFA.claims } })).page).toBe('/admin/')
    await serve({}, { forged: { ...providers.forged!, secondFactor: 'asked' } })
    expect((await forge({ claims: { ...told, ...MFA.claims } })).page).toContain('signOn=code')
    await serve({}, { forged: { ...providers.forged!, secondFactor: 'met' } })
    expect((await forge({ claims: told })).page).toBe('/admin/')
  })

  test('a passkey is a second step, too, and no way around the provider', async () => {
    const claims = { sub: 'device', email: 'device@example.org', email_verified: true, groups: ['editors'] }
    const { cookie } = await forge({ claims })
    const device = new PasskeyDevice(server)
    const options = (await call('POST /me/passkeys/setup', { cookie, body: {} })).data
    const made = await call('POST /me/passkeys', { cookie, body: { name: 'Key', passkey: device.create(options) } })
    expect(made.status).toBe(201)

    const step = await forge({ claims })
    expect(step.page).toContain('signOn=code')
    const answer = (body: object) => call('POST /login/second-factor', { cookie: step.cookie, body })
    const needed = await answer({})
    expect(needed).toMatchObject({ status: 401, code: 'A359', details: { code: true } })
    const { passkey } = needed.details as unknown as { passkey: Parameters<typeof device.get>[0] }
    const proof = device.get(passkey)
    expect(await answer({ passkey: proof })).toMatchObject({
      status: 200,
      data: { administrator: { email: claims.email } },
    })
    expect(await answer({ passkey: proof })).toMatchObject({ status: 400, code: 'A371' })

    const challenge = async () => (await call('POST /login/challenge')).data as Parameters<typeof device.get>[0]
    const alone = async () =>
      call('POST /login/passkey', { cookie: '', body: { passkey: device.get(await challenge()) } })
    expect(await alone()).toMatchObject({ status: 200 })
    await serve({ passwords: false })
    expect(await alone()).toMatchObject({ status: 403, code: 'A376' })
    await serve()
  })

  test('where a second factor is required, one that the provider has seen is enough', async () => {
    await serve({ secondFactor: 'required' })
    const told = { sub: 'strict', email: 'strict@example.org', email_verified: true, groups: ['editors'] }
    const weak = await forge({ claims: told })
    expect(await call('GET /session', { cookie: weak.cookie })).toMatchObject({ status: 403, code: 'A361' })
    const strong = await forge({ claims: { ...told, ...MFA.claims } })
    expect((await call('GET /session', { cookie: strong.cookie })).status).toBe(200)
    const forgedToken = weak.cookie.replace('populus_admin=', 'populus_admin=strong.')
    expect((await call('GET /session', { cookie: forgedToken })).status).toBe(401)
  })

  test('passwords may be turned off', async () => {
    await serve({ passwords: false })
    for (const [line, body] of [
      ['POST /login', ROOT],
      ['POST /login', { ...ROOT, password: 'wrong' }],
      ['POST /forgot-password', { email: ROOT.email }],
      ['POST /reset-password', { code: 'a', password: 'a new password' }],
      ['POST /accept-invitation', { code: 'a', password: 'a new password' }],
    ] as const)
      expect(await call(line, { cookie: '', body })).toMatchObject({ status: 403, code: 'A376' })
    expect((await call('GET /init', { cookie: '' })).data).toMatchObject({
      signIn: {
        passwords: false,
        providers: [
          { name: 'company', label: 'Company' },
          { name: 'forged', label: 'forged' },
        ],
      },
    })
    expect((await me((await go('ann')).cookie)).email).toBe('ann@example.org')
  })
})
