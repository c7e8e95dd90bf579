import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { errorBody, FORBIDDEN, UNAUTHORIZED } from '../identity/administrators/admin-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

describe.each(CLIENTS)('the start of the panel, on %s', client => {
  const app = panelApp(client, { groups: { Blog: ['api::article.article'] } })

  test('anyone may ask what the sign-in page needs', async () => {
    const { status, body } = await app.call('GET /init', { token: null })
    expect(status).toBe(200)
    const { version, ...facts } = (body as { data: { version: string } }).data
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(facts).toEqual({
      needsFirstAdmin: false,
      projectName: 'world',
      brand: { name: null, logo: null },
      environment: 'development',
      database: client,
      features: { mail: true, locales: true, docs: expect.any(Boolean) },
      passwordLength: 8,
      signIn: { passwords: true, providers: [] },
    })
  })

  test('a session shows the person, the rights and the preferences', async () => {
    const { data } = (await app.call('GET /session', { token: app.author })).body as { data: Record<string, unknown> }
    const { rights, administrator, ...rest } = data as {
      rights: { types: Record<string, unknown>; actions: string[] }
      administrator: { firstname: string }
    }
    expect(rest).toEqual({
      expiresAt: '<moment>',
      keeps: { versions: true, trash: true, changes: true },
      preferences: {},
      panelModule: null,
      strapi: false,
    })
    expect(administrator.firstname).toBe('Aron')
    expect(rights).toMatchObject({ superAdmin: false })
    expect(rights.actions).toEqual([
      'plugin::upload.assets.copy-link',
      'plugin::upload.assets.create',
      'plugin::upload.assets.download',
      'plugin::upload.assets.update',
      'plugin::upload.configure-view',
      'plugin::upload.read',
    ])
    const own = { locales: null, conditions: ['admin::is-creator'] }
    expect(rights.types['api::tag.tag']).toMatchObject({
      create: own,
      read: own,
      update: own,
      delete: { fields: null, ...own },
      publish: false,
    })
    expect(rights.types['plugin::users-permissions.user']).toBeUndefined()
  })

  test('a super administrator may do everything', async () => {
    const { rights } = await app.data<{ rights: { superAdmin: boolean; types: Record<string, unknown> } }>(
      'GET /session',
    )
    const all = { fields: null, locales: null, conditions: [] }
    expect(rights.superAdmin).toBe(true)
    expect(rights.types['plugin::users-permissions.user']).toEqual({
      create: all,
      read: all,
      update: all,
      delete: all,
      publish: all,
    })
  })

  test('nothing of it is for strangers', async () => {
    for (const path of ['/session', '/schema', '/views', '/views/api::tag.tag', '/saved-views', '/me/preferences'])
      expect(await app.call(`GET ${path}`, { token: null })).toMatchObject({ status: 401, body: UNAUTHORIZED })
  })

  test('preferences are kept for each person, name by name', async () => {
    expect(await app.data('PUT /me/preferences', { body: { theme: 'dark', recents: [1, 2] } })).toEqual({
      theme: 'dark',
      recents: [1, 2],
    })
    expect(await app.data('PUT /me/preferences', { body: { theme: null, page: { size: 20 } } })).toEqual({
      recents: [1, 2],
      page: { size: 20 },
    })
    expect(await app.data('GET /me/preferences')).toEqual({ recents: [1, 2], page: { size: 20 } })
    expect(await app.data('GET /me/preferences', { token: app.editor })).toEqual({})
    expect((await app.call('PUT /me/preferences', { body: [1] })).body).toEqual(
      errorBody(400, 'ValidationError', 'expected an object', {
        errors: [{ path: [], message: 'expected an object' }],
      }),
    )
    expect((await app.call('PUT /me/preferences', { body: { much: 'x'.repeat(70_000) } })).body).toEqual(
      errorBody(413, 'PayloadTooLargeError', 'The preferences are larger than 65536 bytes'),
    )
  })

  test('the schema describes every attribute', async () => {
    const { types, components } = await app.data<{
      types: { uid: string; attributes: Record<string, unknown> }[]
      components: { uid: string }[]
    }>('GET /schema')
    const tag = types.find(({ uid }) => uid === 'api::tag.tag')
    const all = { fields: null, locales: null, conditions: [] }
    expect(tag).toMatchObject({
      kind: 'collectionType',
      displayName: 'Tag',
      singularName: 'tag',
      pluralName: 'tags',
      group: null,
      visible: true,
      preview: false,
      apiPath: '/api/tags',
      titleField: 'name',
      rights: { create: all, read: all, update: all, delete: all, publish: all },
    })
    const article = types.find(({ uid }) => uid === 'api::article.article')!
    expect(article).toMatchObject({ group: 'Blog', localized: true, draftAndPublish: true, titleField: 'title' })
    expect(article.attributes.title).toEqual({
      type: 'string',
      required: true,
      private: false,
      localized: true,
      writable: true,
      pluginOptions: { i18n: { localized: true } },
    })
    expect(article.attributes.tags).toEqual({
      type: 'relation',
      required: false,
      private: false,
      localized: true,
      writable: true,
      relation: 'manyToMany',
      target: 'api::tag.tag',
      inverse: 'articles',
      multiple: true,
    })
    expect(article.attributes.blocks).toMatchObject({ type: 'dynamiczone', components: expect.any(Array) })
    expect(article.attributes.kind).toMatchObject({ type: 'enumeration', enum: ['news', 'guide'] })
    const users = types.find(({ uid }) => uid === 'plugin::users-permissions.user')!
    expect(Object.keys(users.attributes)).not.toContain('resetPasswordToken')
    expect(types.some(({ uid }) => uid.startsWith('admin::'))).toBe(false)
    expect(components.map(({ uid }) => uid)).toContain('shared.seo')
  })

  test('the schema and the views are sent again only if they have changed', async () => {
    for (const path of ['/schema', '/views']) {
      const { headers } = await app.call(`GET ${path}`)
      expect(headers['cache-control']).toBe('private, no-cache')
      for (const known of [`${headers.etag}`, `"other", ${headers.etag}`, '*']) {
        const again = await app.call(`GET ${path}`, { headers: { 'if-none-match': known } })
        expect([known, again.status, again.body]).toEqual([known, 304, null])
      }
    }
    const { headers } = await app.call('GET /session')
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  })

  test('the schema is compressed for those who accept it', async () => {
    const other = await app.another()
    const ask = (headers: Record<string, string>) =>
      other.inject({ url: '/admin/api/schema', headers: { authorization: `Bearer ${app.token}`, ...headers } })
    const plain = await ask({})
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await ask({ 'accept-encoding': accepted })
      expect(headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag })
      expect(headers.vary).toMatch(/Accept-Encoding, Authorization$/)
      expect(rawPayload.length * 4).toBeLessThan(plain.rawPayload.length)
      expect(open(rawPayload).toString()).toBe(plain.payload)
      const again = await ask({ 'accept-encoding': accepted, 'if-none-match': String(headers.etag) })
      expect([again.statusCode, again.payload]).toEqual([304, ''])
    }
    await other.close()
  })

  test('a person has at most 200 saved views', async () => {
    const body = { uid: 'api::tag.tag', name: 'Mine', query: {}, owner: 'me' }
    const statuses = new Set<number>()
    for (let count = 1; count <= 200; count += 1)
      statuses.add(await app.status('POST /saved-views', { body, token: app.author }))
    expect([...statuses]).toEqual([201])
    expect(await app.status('POST /saved-views', { body, token: app.author })).toBe(400)
    const views = await app.data<{ id: string }[]>('GET /saved-views', { token: app.author })
    for (const { id } of views) await app.call(`DELETE /saved-views/${id}`, { token: app.author })
  })

  test('saved views belong to a person, a role or all', async () => {
    const body = { uid: 'api::tag.tag', name: 'Mine', query: { filters: { name: { $eq: 'a' } } }, owner: 'me' }
    const made = await app.call('POST /saved-views', { body, token: app.editor })
    const { id } = (made.body as { data: { id: string } }).data
    const view = { ...body, id, columns: null, mine: true }
    expect(made).toMatchObject({ status: 201, body: { data: view } })
    const forAll = { ...body, name: 'All', owner: 'all', columns: ['name'] }
    expect(await app.call('POST /saved-views', { body: forAll, token: app.editor })).toMatchObject({
      status: 403,
      body: FORBIDDEN,
    })
    const shared = await app.data<{ id: string }>('POST /saved-views', { body: forAll })
    const forRole = { ...body, name: 'Editors', owner: { role: 2 } }
    await app.call('POST /saved-views', { body: forRole })
    const names = async (token: string) =>
      (await app.data<{ name: string }[]>('GET /saved-views?uid=api::tag.tag', { token })).map(({ name }) => name)
    expect(await names(app.editor)).toEqual(['Mine', 'All', 'Editors'])
    expect(await names(app.author)).toEqual(['All'])
    expect(await names(app.token)).toEqual(['All', 'Editors'])
    expect(await app.status(`PUT /saved-views/${id}`, { body: { name: 'X' }, token: app.author })).toBe(404)
    expect(await app.status(`PUT /saved-views/${shared.id}`, { body: { name: 'X' }, token: app.author })).toBe(403)
    expect(await app.data(`PUT /saved-views/${id}`, { body: { name: 'New' }, token: app.editor })).toEqual({
      ...view,
      name: 'New',
    })
    expect(await app.data(`DELETE /saved-views/${id}`, { token: app.editor })).toEqual({ ...view, name: 'New' })
    expect(await names(app.editor)).toEqual(['All', 'Editors'])
    expect((await app.call('POST /saved-views', { body: { ...body, owner: 'you' } })).body).toMatchObject({
      error: { message: 'owner: expected "me", "all" or {"role": <id>}' },
    })
  })
})
