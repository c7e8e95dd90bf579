/** The providers of end users, as administrators manage them: who may, what is stored, what is never shown, and trials over sockets. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { ProviderInfo, ProviderTrial } from '../../../src/admin-api/provider-api.ts'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { buildTestApp, type TestAppInput } from '../../support/build-test-app.ts'
import { CLIENTS, type Client } from '../../support/databases.ts'
import { freePort } from '../../support/servers/embedded-server.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../../support/worlds/conformance-data.ts'
import { WORLD, worldDatabase } from '../../support/worlds/world.ts'
import { Browser, CLIENT, startOpenIdProvider } from '../users/openid-provider.ts'
import { errorBody, FORBIDDEN, ROOT, SECRETS, UNAUTHORIZED } from './admin-app.ts'
import { runOwn } from './own-rows.ts'

const PAGE = /\/admin\/settings\/users-permissions\/providers\?tried=/
const EDITOR = { email: 'ed@example.org', password: 'a good password', roles: ['strapi-editor'] }

/** The stored text, past the code of the server. */
async function storedText(database: DatabaseConfig): Promise<string> {
  const rows = await runOwn(
    database,
    "select value from strapi_core_store_settings where key = 'plugin_users-permissions_grant'",
  )
  const [row] = rows as readonly (readonly unknown[] | { readonly value: unknown })[]
  return String(Array.isArray(row) ? row[0] : (row as { readonly value: unknown } | undefined)?.value)
}

async function open(client: Client, options: Partial<TestAppInput> = {}, given?: number) {
  const port = given ?? (await freePort())
  const server = `http://127.0.0.1:${port}`
  const database = options.database ?? (await worldDatabase(client))
  const app: App = await buildTestApp({
    folder: WORLD,
    secrets: SECRETS,
    server: { url: server },
    ...options,
    database,
  })
  const tokens = new Map<string, string>()
  const call = async (line: string, body?: object, who: string | null = 'root') => {
    const [method = '', path = ''] = line.split(' ')
    const answer = await app.inject({
      method: method as 'GET',
      url: `/admin/api${path}`,
      headers: who === null ? {} : { authorization: `Bearer ${tokens.get(who)}` },
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, body: JSON.parse(answer.payload) as { data: never } }
  }
  const signIn = async (name: string, { email, password }: typeof ROOT) => {
    const { body } = await call('POST /login', { email, password }, null)
    tokens.set(name, (body.data as { token: string }).token)
  }
  await call('POST /first-admin', { ...ROOT, code: await app.firstAdminCode() }, null)
  await signIn('root', ROOT)
  await app.listen(port)
  const find = async (name: string) =>
    ((await call('GET /providers')).body.data as readonly ProviderInfo[]).find(known => known.name === name)
  return { app, server, database, call, signIn, find }
}

describe.each(CLIENTS)('the providers of end users, on %s', client => {
  let site: Awaited<ReturnType<typeof open>>
  let issuer: string

  beforeAll(async () => {
    site = await open(client, {
      users: { providers: { google: { key: 'of the settings', scope: ['email', 'profile'] } } },
    })
    await site.call('POST /admins', EDITOR)
    await site.signIn('editor', EDITOR)
  })

  test('are listed with their addresses, and without their secrets', async () => {
    const { status, body } = await site.call('GET /providers')
    expect(status).toBe(200)
    const names = (body.data as readonly ProviderInfo[]).map(({ name }) => name)
    expect(names).toEqual([
      ...['auth0', 'cas', 'discord', 'facebook', 'github', 'google', 'keycloak', 'linkedin', 'microsoft', 'patreon'],
      'twitch',
    ])
    expect(await site.find('auth0')).toEqual({
      name: 'auth0',
      available: true,
      enabled: false,
      key: '',
      hasSecret: false,
      callback: '',
      scope: [],
      usualScope: ['openid', 'email', 'profile'],
      subdomain: '',
      redirectUrl: `${site.server}/api/connect/auth0/callback`,
      fixed: [],
    })
    expect(await site.find('google')).toMatchObject({
      key: 'of the settings',
      scope: ['email', 'profile'],
      fixed: ['key', 'scope'],
      subdomain: null,
    })
  })

  test('need the rights of Strapi, each of them', async () => {
    const lines = ['GET /providers', 'PUT /providers/github', 'POST /providers/github/try', 'POST /providers/tried']
    for (const line of lines) {
      expect(await site.call(line, line.startsWith('GET') ? undefined : {}, null)).toEqual({
        status: 401,
        body: UNAUTHORIZED,
      })
      expect(await site.call(line, line.startsWith('GET') ? undefined : {}, 'editor')).toEqual({
        status: 403,
        body: FORBIDDEN,
      })
    }
    const role = ((await site.call('GET /admin-roles')).body.data as readonly { id: number; code: string }[]).find(
      ({ code }) => code === 'strapi-editor',
    )!
    const permission = (action: string) => ({ action, subject: null, fields: null, locales: null, conditions: [] })
    const grant = async (...actions: readonly string[]) => {
      const permissions = actions.map(action => permission(`plugin::users-permissions.providers.${action}`))
      expect((await site.call(`PUT /admin-roles/${role.id}`, { permissions })).status).toBe(200)
    }
    await grant('read')
    expect((await site.call('GET /providers', undefined, 'editor')).status).toBe(200)
    expect((await site.call('PUT /providers/github', { key: 'a' }, 'editor')).status).toBe(403)
    await grant('update')
    expect((await site.call('GET /providers', undefined, 'editor')).status).toBe(403)
    expect((await site.call('PUT /providers/github', { key: '' }, 'editor')).status).toBe(200)
  })

  test('are stored as Strapi stores them, with the secret encrypted', async () => {
    const input = {
      enabled: true,
      key: 'an id',
      secret: 'a very secret text',
      callback: 'https://www.example.org/connect/github',
      scope: ['user:email'],
    }
    const { status, body } = await site.call('PUT /providers/github', input)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          ...{ name: 'github', available: true, enabled: true, key: 'an id', hasSecret: true },
          ...{ callback: 'https://www.example.org/connect/github', scope: ['user:email'] },
          ...{ usualScope: ['user', 'user:email'], subdomain: null, fixed: [] },
          redirectUrl: `${site.server}/api/connect/github/callback`,
        },
      },
    })
    expect(await site.find('github')).toEqual(body.data)
    const text = await storedText(site.database)
    expect(text).not.toContain('very secret')
    expect(JSON.parse(text)).toEqual({
      email: { enabled: true, icon: 'envelope' },
      github: {
        ...{ enabled: true, key: 'an id', secret: '', callback: input.callback, scope: ['user:email'] },
        sealedSecret: expect.stringMatching(/^[\w+/]+=*$/),
      },
    })
    await site.call('PUT /providers/github', { key: 'another id' })
    expect(await site.find('github')).toMatchObject({ key: 'another id', hasSecret: true, enabled: true })
    await site.call('PUT /providers/github', { secret: '' })
    expect(await site.find('github')).toMatchObject({ hasSecret: false })
    // A secret that is moved to another provider cannot be opened there.
    await site.call('PUT /providers/github', { secret: 'again' })
    const { github } = JSON.parse(await storedText(site.database)) as { github: { sealedSecret: string } }
    const moved = JSON.stringify({ email: { enabled: true }, discord: { sealedSecret: github.sealedSecret } })
    await runOwn(
      site.database,
      `update strapi_core_store_settings set value = '${moved}' where key = 'plugin_users-permissions_grant'`,
    )
    expect(await site.find('discord')).toMatchObject({ hasSecret: false })
  })

  test('bad input is named, and nothing is changed', async () => {
    const before = await storedText(site.database)
    const problems = async (name: string, input: object) => {
      const { status, body } = await site.call(`PUT /providers/${name}`, input)
      const { error } = body as unknown as {
        error: { details: { errors: readonly { path: readonly string[]; message: string }[] } }
      }
      return [status, ...error.details.errors.map(({ path, message }) => `${path.join('.')}: ${message}`)]
    }
    expect(await problems('github', { enabled: 'yes', colour: 1 })).toEqual([
      400,
      'enabled: expected true or false',
      expect.stringContaining('colour'),
    ])
    expect(await problems('github', { callback: 'javascript:alert(1)' })).toEqual([
      400,
      'callback: expected an address such as https://www.example.org/connect/google, or a path',
    ])
    expect(await problems('auth0', { subdomain: 'a b@evil.example.org' })).toEqual([
      400,
      'subdomain: expected a host such as my-tenant.eu, or id.example.org/realms/main',
    ])
    expect(await problems('github', { key: 'a\nb' })).toEqual([400, 'key: expected text on one line'])
    expect(await problems('google', { key: 'mine' })).toEqual([400, 'key: the setting users.providers decides this'])
    expect(await problems('facebook', { enabled: true })).toEqual([400, 'key: expected a non-empty string'])
    expect(await problems('auth0', { enabled: true, key: 'a' })).toEqual([
      400,
      'subdomain: expected a non-empty string',
    ])
    for (const name of ['nobody', 'email', 'constructor', '__proto__'])
      expect((await site.call(`PUT /providers/${name}`, {})).body).toEqual(errorBody(404, 'NotFoundError', 'Not Found'))
    expect(await storedText(site.database)).toBe(before)
  })

  test('are tried by a browser, and each failure has its step', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    ;({ issuer } = await startOpenIdProvider([`${url}/api/connect/acme/callback`]))
    const providers = { acme: { issuer }, gone: { issuer: 'http://127.0.0.1:1' } }
    const tried = await open(client, { users: { providers } }, port)
    const outcomeOf = async (login: string) => {
      const { data } = (await tried.call('POST /providers/acme/try')).body as { data: { url: string } }
      const page = await new Browser().open(data.url, { login, end: PAGE })
      return (await tried.call('POST /providers/tried', { tried: page.searchParams.get('tried') })).body
        .data as ProviderTrial
    }
    await tried.call('PUT /providers/acme', { ...{ key: CLIENT.key, secret: CLIENT.secret } })
    const users = async () => ((await tried.call('GET /users')).body as unknown as { meta: unknown }).meta
    const before = await users()
    // It is off: users are refused, and the administrator gets through.
    expect((await fetch(`${url}/api/connect/acme`, { redirect: 'manual' })).status).toBe(400)
    expect(await outcomeOf('ann')).toEqual({ provider: 'acme', step: 'done', detail: 'ann (ann@provider.test)' })
    expect(await outcomeOf('liar')).toEqual({ provider: 'acme', step: 'profile', detail: 'Email is not verified.' })
    expect(await users()).toEqual(before)
    await tried.call('PUT /providers/acme', { secret: 'wrong' })
    expect(await outcomeOf('ann')).toMatchObject({ step: 'token', detail: expect.stringContaining('invalid_client') })
    expect((await tried.call('POST /providers/gone/try')).body.data).toMatchObject({
      problem: { provider: 'gone', step: 'address', detail: expect.any(String) },
    })
    expect((await tried.call('POST /providers/nobody/try')).status).toBe(400)

    const { data } = (await tried.call('POST /providers/acme/try')).body as { data: { url: string } }
    const browser = new Browser()
    await browser.visit(data.url)
    const denied = `${url}/api/connect/acme/callback?error=access_denied&error_description=No`
    const back = (await browser.visit(denied)).response.headers.get('location')!
    const told = new URL(back, url).searchParams.get('tried')!
    expect((await tried.call('POST /providers/tried', { tried: told })).body.data).toEqual({
      provider: 'acme',
      step: 'return',
      detail: 'access_denied: No',
    })
    // What is not signed here opens nothing.
    for (const forged of ['a', `${told.slice(0, -2)}AA`, data.url.split('trial=')[1]!])
      expect((await tried.call('POST /providers/tried', { tried: forged })).status).toBe(404)
    for (const forged of ['a', told]) {
      const answer = await fetch(`${url}/api/connect/acme?trial=${forged}`, { redirect: 'manual' })
      expect(answer.status).toBe(400)
    }
  })

  test('a database of Strapi keeps its form: secrets as Strapi reads them, and everything else as it was', async () => {
    const strapi = await open(client, {
      folder: CONFORMANCE_PROJECT,
      database: await conformanceDatabase(client),
      dialect: 'strapi4',
    })
    const before = JSON.parse(await storedText(strapi.database)) as Record<string, object>
    expect(await strapi.find('twitter')).toMatchObject({ available: false, enabled: false })
    expect((await strapi.call('PUT /providers/twitter', { enabled: true, key: 'a' })).status).toBe(400)
    expect((await strapi.call('PUT /providers/github', { key: 'an id', secret: 'plain' })).status).toBe(200)
    const after = JSON.parse(await storedText(strapi.database)) as Record<string, object>
    expect(after).toEqual({ ...before, github: { ...before.github, key: 'an id', secret: 'plain' } })
    expect(await strapi.find('github')).toMatchObject({ key: 'an id', hasSecret: true })
  })
})
