import { describe, expect, test } from 'vitest'
import { hashApiToken } from '../../../src/identity/access/api-tokens.ts'
import { CLIENTS } from '../../support/databases.ts'
import { adminApp, errorBody, SECRETS } from './admin-app.ts'
import { runOwn } from './own-rows.ts'

interface Token {
  readonly id: number
  readonly accessKey: string
}

describe.each(CLIENTS)('API tokens, on %s', client => {
  const app = adminApp(client)
  const create = (body: object) => app.data<Token>('POST /tokens', { body })
  const read = (token: string, path = '/api/articles?fields[0]=title') => app.status(`GET ${path}`, { token })

  /** Rows of the database as another program sees them. */
  const rows = async (text: string) =>
    JSON.stringify((await runOwn(app.database, text)).map(row => Object.values(row as object)))

  test('are shown once, and stored as Strapi stores them', async () => {
    const { status, body } = await app.call('POST /tokens', {
      body: { name: 'site', type: 'read-only', lifespanDays: 7 },
    })
    expect(status).toBe(201)
    const record = {
      id: 3,
      name: 'site',
      description: '',
      type: 'read-only',
      permissions: null,
      expiresAt: '<moment>',
      lastUsedAt: null,
      createdAt: '<moment>',
    }
    const { accessKey } = (body as { data: Token }).data
    expect(body).toEqual({ data: { ...record, accessKey: expect.stringMatching(/^[0-9a-f]{256}$/) } })
    const list = await app.call('GET /tokens')
    expect((list.body as { data: object[] }).data[2]).toEqual(record)
    expect(JSON.stringify(list.body)).not.toContain(accessKey)
    const stored = await rows(`select access_key, lifespan from strapi_api_tokens where name = 'site'`)
    expect(stored).toContain(hashApiToken(accessKey, SECRETS.apiTokenSalt))
    expect(stored).toContain('604800000')
    expect(stored).not.toContain(accessKey)
    expect(await read(accessKey)).toBe(200)
  })

  test('that are revoked are unknown to the next request, here and in another process', async () => {
    const { id, accessKey } = await create({ name: 'short', type: 'full-access' })
    const other = await app.another()
    const elsewhere = async () =>
      (await other.inject({ url: '/api/articles', headers: { authorization: `Bearer ${accessKey}` } })).statusCode
    expect([await read(accessKey), await elsewhere()]).toEqual([200, 200])
    expect(await app.status(`DELETE /tokens/${id}`)).toBe(200)
    expect([await read(accessKey), await elsewhere()]).toEqual([401, 401])
    expect(await app.status(`DELETE /tokens/${id}`)).toBe(404)
  })

  test('that are made again have a new secret, and the old one is unknown', async () => {
    const { id, accessKey } = await create({ name: 'again', type: 'read-only' })
    const again = await app.data<Token>(`POST /tokens/${id}/regenerate`)
    expect(again.accessKey).not.toBe(accessKey)
    expect([await read(accessKey), await read(again.accessKey)]).toEqual([401, 200])
  })

  test('of the type custom may do what is listed, and leave nothing behind', async () => {
    const permissions = ['api::article.article.find']
    const body = { name: 'custom', type: 'custom', permissions: [...permissions, ...permissions] }
    const { id, accessKey } = await create(body)
    const listed = await app.data<{ id: number; permissions: unknown }[]>('GET /tokens')
    expect(listed.find(token => token.id === id)?.permissions).toEqual(permissions)
    expect([await read(accessKey), await read(accessKey, '/api/articles/1')]).toEqual([200, 403])
    await app.call(`DELETE /tokens/${id}`)
    expect(await rows('select count(*) from strapi_api_token_permissions')).toMatch(/^\[\["?0"?\]\]$/)
    expect(await rows('select count(*) from strapi_api_token_permissions_token_links')).toMatch(/^\[\["?0"?\]\]$/)
  })

  test('are changed without a new secret, and may do what they may now', async () => {
    const { id, accessKey } = await create({
      name: 'before',
      type: 'custom',
      permissions: ['api::article.article.find'],
    })
    const change = (body: object) => app.call(`PUT /tokens/${id}`, { body })
    expect((await change({ name: 'after', description: 'For the site' })).body).toMatchObject({
      data: { name: 'after', description: 'For the site', type: 'custom', permissions: ['api::article.article.find'] },
    })
    await change({ permissions: ['api::article.article.findOne'] })
    expect([await read(accessKey), await read(accessKey, '/api/articles/1')]).toEqual([403, 200])
    expect((await change({ type: 'read-only' })).body).toMatchObject({ data: { permissions: null } })
    expect([await read(accessKey), await read(accessKey, '/api/articles/1')]).toEqual([200, 200])
    expect(await rows('select count(*) from strapi_api_token_permissions')).toMatch(/^\[\["?0"?\]\]$/)
    expect((await change({ type: 'custom' })).status).toBe(400)
    expect((await change({ accessKey: 'mine' })).status).toBe(400)
    expect((await change({ lifespanDays: 7 })).status).toBe(400)
    expect((await change({ name: 'site' })).body).toMatchObject({
      error: { message: 'There is already an API token with the name site' },
    })
    expect(await app.status('PUT /tokens/987654', { body: { name: 'x' } })).toBe(404)
    await app.call(`DELETE /tokens/${id}`)
  })

  test('that have expired are refused', async () => {
    const { accessKey } = await create({ name: 'old', type: 'read-only', lifespanDays: 30 })
    const past = client === 'sqlite' ? '1000' : `'2001-01-01'`
    const text = `update strapi_api_tokens set expires_at = ${past} where name = 'old'`
    await rows(text)
    // A foreign writer announces nothing: its changes are seen within a second.
    await expect.poll(() => read(accessKey)).toBe(401)
    expect((await app.call('GET /api/articles', { token: accessKey })).body).toEqual(
      errorBody(401, 'UnauthorizedError', 'Token expired'),
    )
  })

  test('need a name of their own, a known type, a known lifespan and known actions', async () => {
    await create({ name: 'taken', type: 'read-only' })
    expect(
      (await app.call('POST /tokens', { body: { name: 'taken', type: 'custom', permissions: ['api::tag.tag.find'] } }))
        .body,
    ).toEqual(errorBody(400, 'ApplicationError', 'There is already an API token with the name taken'))
    const wrong = [
      [{ name: 'x', type: 'root' }, 'type: expected read-only, full-access or custom'],
      [{ name: '', type: 'read-only' }, 'name: expected a non-empty string'],
      [{ name: 'x', type: 'read-only', lifespanDays: 1 }, 'lifespanDays: expected 7, 30, 90 or null'],
      [{ name: 'x', type: 'custom' }, 'permissions: a custom token needs at least one action'],
      [
        { name: 'x', type: 'read-only', permissions: ['a'] },
        'permissions: a read-only token has no list of permissions',
      ],
      [
        { name: 'x', type: 'custom', permissions: ['api::article.article.fnd'] },
        'permissions: there is no action api::article.article.fnd; did you mean api::article.article.find?',
      ],
      [
        { name: 'x', type: 'read-only', accessKey: 'mine' },
        'accessKey: not expected; available: name, description, type, lifespanDays, permissions',
      ],
    ] as const
    for (const [body, message] of wrong)
      expect((await app.call('POST /tokens', { body })).body).toMatchObject({ error: { status: 400, message } })
  })
})
