/** The rows, fields and locales of a role hold wherever a relation leads. */
import { describe, expect, test } from 'vitest'
import type { OpenEntry, RelationValue } from '../../src/admin-api/content-api.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'
const TAGS = '/content/api::tag.tag'
const HIDDEN = { id: 1, title: '#1', status: null, locale: null, readable: false }

describe.each(CLIENTS)('rows beyond a relation, on %s', client => {
  const preview = { 'api::article.article': 'https://site.example/?t={token}' }
  const app = panelApp(client, { preview })
  const author = () => ({ token: app.author })
  const errorOf = async (line: string, body: object) => {
    const answer = await app.call(line, { body, ...author() })
    return (answer.body as { error?: { message: string } }).error?.message
  }
  let own: OpenEntry
  const open = () => app.data<OpenEntry>(`GET ${ARTICLES}/${own.id}`, author())
  const idsOf = async (query: string) =>
    (await app.data<{ id: number }[]>(`GET ${ARTICLES}?${query}`, author())).map(({ id }) => id)

  test('an entry that may not be read cannot be connected, and answers as one that does not exist', async () => {
    own = await app.data<OpenEntry>(`POST ${ARTICLES}`, { body: { data: { title: 'Mine' } }, ...author() })
    const places = (id: number) => [
      { tags: [id] },
      { tags: { connect: [{ id }] } },
      { author: id },
      { related: { connect: [{ id: own.id, position: { before: id } }] } },
      { blocks: [{ __component: 'blocks.picks', articles: [id] }] },
      { blocks: [{ __component: 'blocks.duo', author: id }] },
      { cover: id },
    ]
    for (const [index, data] of places(1).entries()) {
      const missing = places(987_654)[index]!
      const refused = await errorOf(`PUT ${ARTICLES}/${own.id}`, { data })
      expect(refused, JSON.stringify(data)).toMatch(
        /^1 relation\(s\) of type [\w:.-]+ associated with this entity do not exist$/,
      )
      expect(refused).toBe(await errorOf(`PUT ${ARTICLES}/${own.id}`, { data: missing }))
      const made = (given: object) => errorOf(`POST ${ARTICLES}`, { data: { title: 'x', ...given } })
      expect(await made(data)).toBe(await made(missing))
    }
    expect((await open()).version).toBe(own.version)
    expect(await app.data(`GET /pick/api::article.article/tags`, author())).toEqual([])
  })

  test('a link that somebody else has made shows an id, and may stay', async () => {
    await app.call(`PUT ${ARTICLES}/${own.id}`, { body: { data: { tags: [1, 2], seo: { metaTitle: 'a' } } } })
    const { values } = await open()
    expect(values.tags).toEqual({ count: 2, items: [HIDDEN, { ...HIDDEN, id: 2, title: '#2' }] })
    const page = await app.call(`GET ${ARTICLES}/${own.id}/relations/tags?pageSize=1`, author())
    expect(page.body).toMatchObject({ data: [HIDDEN], meta: { pagination: { total: 2 } } })
    const list = await app.data<{ values: { tags: RelationValue } }[]>(`GET ${ARTICLES}?columns=tags`, author())
    expect(list[0]!.values.tags).toEqual({ count: 2, items: [HIDDEN] })
    const put = (data: object) => app.status(`PUT ${ARTICLES}/${own.id}`, { body: { data }, ...author() })
    expect(await put({ title: 'Mine', tags: [2, 1] })).toBe(200)
    expect(await put({ tags: { connect: [{ id: 1, position: { before: 2 } }] } })).toBe(200)
    expect(await put({ tags: { disconnect: [{ id: 2 }] } })).toBe(200)
    expect((await open()).values.tags).toEqual({ count: 1, items: [HIDDEN] })
    expect(await put({ tags: [1, 2] })).toBe(400)
    expect(await put({ blocks: [{ __component: 'blocks.duo', tags: [1] }] })).toBe(400)
    const copy = await app.data<OpenEntry>(`POST ${ARTICLES}/${own.id}/clone`, { body: {}, ...author() })
    expect(copy.values.tags).toEqual({ count: 0, items: [] })
    await app.call(`DELETE ${ARTICLES}/${copy.id}`, author())
  })

  test('nothing of it can be filtered, sorted or searched by', async () => {
    const filters = ['name][$startsWith]=s', 'id]=1', 'id][$notNull]=true', 'weight][$gt]=0', 'articles][title]=Tide']
    for (const filter of filters) expect(await idsOf(`filters[tags][${filter}`), filter).toEqual([])
    expect(await idsOf('filters[tags][id][$null]=true')).toEqual([own.id])
    await app.call(`PUT ${ARTICLES}/${own.id}`, { body: { data: { related: [1], secret: 1 } } })
    for (const filter of ['internal][$startsWith]=', 'title]=Tide', 'tags][name]=sea', 'secret][id]=1'])
      expect(await idsOf(`filters[related][${filter}`), filter).toEqual([])
    expect(await idsOf('sort=tags.name&filters[related][title][$null]=true')).toEqual([own.id])
    expect(await idsOf('filters[$not][related][title]=Tide')).toEqual([])
    const relations = `GET ${ARTICLES}/${own.id}/relations/tags?_q=`
    expect(await app.data(`${relations}sea`, author())).toEqual([])
    expect(await app.data(`${relations}1`, author())).toEqual([])
    const check = await app.data<{ draftRelations: object[] }>(`GET ${ARTICLES}/${own.id}/check`, author())
    expect(check.draftRelations).toEqual([])
  })

  test('a type that may not be read has no entries', async () => {
    await runOwn(
      app.database,
      "delete from admin_permissions where subject = 'api::tag.tag' and cast(conditions as text) like '%is-creator%'",
    )
    expect(await app.status(`GET ${TAGS}`, author())).toBe(404)
    expect((await open()).values.tags).toEqual({ count: 1, items: [HIDDEN] })
    expect(await app.status(`GET ${ARTICLES}?filters[tags][name]=sea`, author())).toBe(400)
    expect(await idsOf('filters[tags][id]=1')).toEqual([])
    expect(await app.data(`GET /pick/api::article.article/tags`, author())).toEqual([])
    expect(await app.status(`PUT ${ARTICLES}/${own.id}`, { body: { data: { tags: [1] } }, ...author() })).toBe(200)
    expect(await app.status(`PUT ${ARTICLES}/${own.id}`, { body: { data: { tags: [1, 2] } }, ...author() })).toBe(400)
  })

  test('references and their number are those that may be read', async () => {
    await app.call(`PUT ${ARTICLES}/1`, { body: { data: { related: [own.id] } } })
    expect((await app.data<object[]>(`GET ${ARTICLES}/${own.id}/incoming`)).length).toBe(1)
    expect(await app.data(`GET ${ARTICLES}/${own.id}/incoming`, author())).toEqual([])
    const body = { action: 'delete', ids: [own.id], dryRun: true }
    expect(await app.data(`POST ${ARTICLES}/bulk`, { body })).toMatchObject({ incoming: 1 })
    expect(await app.data(`POST ${ARTICLES}/bulk`, { body, ...author() })).toMatchObject({ incoming: 0 })
  })

  test('who is in an entry is told to those who may read it', async () => {
    const there = (id: number) => ({ body: { uid: 'api::article.article', id } })
    await app.call('POST /presence', there(1))
    expect(await app.status('POST /presence', { ...there(1), ...author() })).toBe(404)
    expect(await app.status('POST /presence', { ...there(987_654), ...author() })).toBe(404)
    expect(await app.status('POST /presence', { ...there(own.id), ...author() })).toBe(200)
  })

  test('a translation that is out of reach is not there', async () => {
    const publish = (id: number, locales: string[]) =>
      app.call(`POST ${ARTICLES}/${id}/publish`, { body: { locales }, token: app.editor })
    await app.limit('api::article.article', [
      { action: 'read', properties: { locales: ['en'] } },
      { action: 'publish' },
    ])
    expect((await publish(1, ['fr'])).body).toMatchObject({
      error: { message: 'locales: there is no translation in fr' },
    })
    expect((await publish(6, ['en'])).status).toBe(404)
    const entry = await app.data<OpenEntry>(`GET ${ARTICLES}/1`, { token: app.editor })
    expect(entry.locales).toMatchObject([
      { locale: 'en', id: 1 },
      { locale: 'fr', id: null, status: null },
    ])
    const found = await app.data<object[]>(`GET ${ARTICLES}?filters[localizations][title][$startsWith]=M`, {
      token: app.editor,
    })
    expect(found).toEqual([])
  })

  test('pending changes of other fields are neither shown nor lost', async () => {
    const pending = (data: object, token: string) =>
      app.call(`PUT ${ARTICLES}/2`, { body: { data, pending: true }, token })
    await pending({ summary: 'soon', rank: 7 }, app.token)
    const fields = { properties: { fields: ['title', 'summary'] } }
    await app.limit('api::article.article', [
      { action: 'read', ...fields },
      { action: 'update', ...fields },
    ])
    const shown = await app.data<OpenEntry>(`GET ${ARTICLES}/2`, { token: app.editor })
    expect(shown.pending?.data).toEqual({ summary: 'soon' })
    await pending({ summary: 'later' }, app.editor)
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/2`)).pending?.data).toEqual({ summary: 'later', rank: 7 })
  })

  test('pending changes of other fields are not dropped either, nor inside components', async () => {
    const root = (data: object) => app.call(`PUT ${ARTICLES}/2`, { body: { data, pending: true } })
    const mine = (data: object) => app.call(`PUT ${ARTICLES}/2`, { body: { data, pending: true }, token: app.editor })
    const drop = () => app.call(`DELETE ${ARTICLES}/2/pending`, { token: app.editor })
    const waiting = async () => (await app.data<OpenEntry>(`GET ${ARTICLES}/2`)).pending
    const { seo } = (await app.data<OpenEntry>(`GET ${ARTICLES}/2`)).values as unknown as { seo: { id: number } }
    const grant = (fields: readonly string[]) =>
      app.limit(
        'api::article.article',
        ['read', 'update'].map(action => ({ action, properties: { fields } })),
      )
    await root({ title: 'Soon', rank: 8 })
    await grant(['title'])
    expect(await drop()).toMatchObject({ status: 200, body: { data: { pending: null, status: 'published' } } })
    expect(await waiting()).toMatchObject({ data: { rank: 8 }, by: { id: 1 } })

    await root({ seo: { id: seo.id, note: 'soon', metaTitle: 'Soon' } })
    await grant(['title', 'seo.metaTitle'])
    expect(await mine({ title: 'x' })).toMatchObject({ body: { data: { pending: { data: { title: 'x' } } } } })
    expect((await waiting())?.data).toEqual({ title: 'x', seo: { id: seo.id, note: 'soon' } })
    await mine({ seo: { id: seo.id, metaTitle: 'Mine' } })
    expect((await waiting())?.data).toEqual({ seo: { id: seo.id, note: 'soon', metaTitle: 'Mine' } })
    await drop()
    expect((await waiting())?.data).toEqual({ seo: { id: seo.id, note: 'soon' } })

    await root({ links: [{ label: 'a' }, { label: 'b', url: 'https://b.example' }] })
    await grant(['title', 'links.label'])
    await mine({ links: [{ label: 'A' }, { label: 'B' }, { label: 'C' }] })
    const merged = [{ label: 'A' }, { label: 'B', url: 'https://b.example' }, { label: 'C' }]
    expect((await waiting())?.data).toEqual({ links: merged })
    await drop()
    expect((await waiting())?.data).toEqual({ links: [{ url: 'https://b.example' }] })
    expect((await app.data<OpenEntry>(`DELETE ${ARTICLES}/2/pending`)).pending).toBeNull()
  })

  test('pending changes of hidden fields are not told of', async () => {
    const { seo } = (await app.data<OpenEntry>(`GET ${ARTICLES}/2`)).values as unknown as { seo: { id: number } }
    const data = { tags: { connect: [{ id: 4 }] }, rank: 8, seo: { id: seo.id, note: 'soon' } }
    await app.call(`PUT ${ARTICLES}/2`, { body: { data, pending: true } })
    const editor = { token: app.editor }
    const get = <T>(path: string) => app.data<T>(`GET ${ARTICLES}${path}`, editor)
    const listed = async (status: string) => {
      const rows = await get<{ id: number; status: string }[]>(`?status=${status}&sort=id`)
      return rows.find(({ id }) => id === 2)?.status
    }
    await app.limit('api::article.article', [
      { action: 'read', properties: { fields: ['title', 'seo.metaTitle'] } },
      { action: 'publish' },
    ])
    expect((await get<{ draftRelations: object[] }>('/2/check')).draftRelations).toEqual([])
    expect((await get<object[]>('/2/checks'))[0]).toMatchObject({ id: 2, status: 'published', draftRelations: [] })
    expect(await get<OpenEntry>('/2')).toMatchObject({ status: 'published', pending: null })
    expect([await listed('published'), await listed('modified')]).toEqual(['published', undefined])
    await app.limit('api::article.article', [{ action: 'read', properties: { fields: ['title', 'tags'] } }])
    expect((await get<{ draftRelations: object[] }>('/2/check')).draftRelations).toMatchObject([{ id: 4 }])
    expect(await get<OpenEntry>('/2')).toMatchObject({ status: 'modified', pending: { data: { tags: data.tags } } })
    expect([await listed('published'), await listed('modified')]).toEqual([undefined, 'modified'])
    await app.call(`DELETE ${ARTICLES}/2/pending`)
  })

  test('a preview shows what its maker may read, for as long as they may', async () => {
    await app.limit('api::article.article', [{ action: 'read', properties: { fields: ['title', 'seo.metaTitle'] } }])
    const { url } = await app.data<{ url: string }>(`GET ${ARTICLES}/1/preview-url`, { token: app.editor })
    const token = new URL(url).searchParams.get('t')
    const ask = (query = '') => app.call(`GET /preview?token=${token}&${query}`, { token: null })
    const { attributes } = ((await ask('populate=seo')).body as { data: { attributes: Record<string, unknown> } }).data
    expect(attributes).toMatchObject({ title: 'Tide', seo: { metaTitle: 'All about tides' } })
    expect(Object.keys(attributes.seo as object)).toEqual(['id', 'metaTitle'])
    expect(attributes.summary).toBeUndefined()
    await app.limit('api::article.article', [])
    expect((await ask()).status).toBe(401)
  })
})
