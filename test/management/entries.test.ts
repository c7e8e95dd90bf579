import { describe, expect, test } from 'vitest'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import { errorBody, FORBIDDEN } from '../identity/administrators/admin-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'
const TAGS = '/content/api::tag.tag'
const NOT_FOUND = errorBody(404, 'NotFoundError', 'Not Found')
const relation = (...items: object[]) => ({ count: items.length, items })
const TIDE = { id: 1, title: 'Tide', status: 'published', locale: 'en' }
const RIDGE = { id: 2, title: 'Ridge', status: 'published', locale: 'en' }
const ALL = { update: true, delete: true, publish: true, fields: null }

interface Shown {
  readonly status: string
  readonly locales: readonly object[]
}

describe.each(CLIENTS)('lists and forms, on %s', client => {
  const app = panelApp(client)

  test('a list shows the columns of the view, drafts included', async () => {
    expect((await app.call(`GET ${TAGS}?filters[name][$contains]=h`)).body).toEqual({
      data: [
        {
          id: 4,
          title: 'hidden',
          status: 'draft',
          locale: null,
          values: { name: 'hidden', weight: 5, articles: relation(TIDE), updatedAt: expect.any(String) },
        },
        {
          id: 2,
          title: 'hill',
          status: 'published',
          locale: null,
          values: { name: 'hill', weight: 10, articles: { count: 2, items: [TIDE] }, updatedAt: expect.any(String) },
        },
      ],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 }, count: 'exact' },
    })
  })

  test('a list has other columns, another order, pages, a locale, a status and a search', async () => {
    const query = 'columns=rank,author&sort=rank:desc&pagination[pageSize]=1&pagination[page]=2'
    expect((await app.call(`GET ${ARTICLES}?${query}&filters[id][$in][0]=1&filters[id][$in][1]=2`)).body).toEqual({
      data: [
        {
          id: 2,
          title: 'Ridge',
          status: 'published',
          locale: 'en',
          values: { rank: 1, author: relation({ id: 2, title: 'Ben Cole', status: null, locale: null }) },
          locales: [{ locale: 'fr', id: 7, status: 'draft' }],
        },
      ],
      meta: { pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 }, count: 'exact' },
    })
    const second = await app.call(`GET ${ARTICLES}?pagination[page]=2`)
    expect(second.body).toMatchObject({ data: [], meta: { pagination: { page: 2, pageSize: 25 } } })
    const titles = async (search: string) =>
      (await app.data<{ title: string }[]>(`GET ${ARTICLES}?${search}`)).map(({ title }) => title)
    expect(await titles('status=draft')).toEqual(['Sketch'])
    expect(await titles('status=modified')).toEqual([])
    expect(await titles('locale=fr')).toEqual(['Crête', 'Marée'])
    expect(await titles('_q=ships')).toEqual(['Harbour'])
    expect(await titles('filters[$or][0][author][name][$eq]=Ben%20Cole&filters[$or][1][title]=Tide')).toEqual([
      'Ridge',
      'Tide',
    ])
  })

  test('the entries on all pages of a list are counted apart', async () => {
    expect(await app.call(`GET ${TAGS}/count?filters[name][$contains]=h`)).toMatchObject({
      status: 200,
      body: { data: { count: 2 } },
    })
    const count = async (search: string) => (await app.call(`GET ${ARTICLES}/count?${search}`)).body
    const page = 'pagination[page]=2&pagination[pageSize]=1&sort=rank:desc&columns=rank'
    expect(await count(`${page}&filters[id][$in][0]=1&filters[id][$in][1]=2`)).toEqual({ data: { count: 2 } })
    expect(await count('status=draft')).toEqual({ data: { count: 1 } })
    expect(await count('status=modified')).toEqual({ data: { count: 0 } })
    expect(await count('locale=fr')).toEqual({ data: { count: 2 } })
    expect(await count('_q=ships')).toEqual({ data: { count: 1 } })
    expect(await app.call(`GET ${ARTICLES}/count`, { token: app.author })).toMatchObject({
      status: 200,
      body: { data: { count: 0 } },
    })
    expect((await app.call('GET /content/api::nothing.nothing/count')).body).toEqual(NOT_FOUND)
    expect(await count('filtres[title]=x')).toEqual(
      errorBody(400, 'ValidationError', 'There is no parameter filtres; did you mean filters?'),
    )
  })

  test('a list asks which of its entries have pending changes, however many others have some', async () => {
    await app.call(`PUT ${ARTICLES}/1`, { body: { data: { title: 'Tide table' }, pending: true } })
    const asked: string[] = []
    const watched = await app.watched(text => {
      if (text.includes('select entry_id from') && text.includes('pending')) asked.push(text)
    })
    const list = async (query: string) => {
      const headers = { authorization: `Bearer ${app.token}` }
      const { payload } = await watched.inject({ method: 'GET', url: `/admin/api${ARTICLES}?${query}`, headers })
      return (JSON.parse(payload) as { data: Shown[] }).data
    }
    const [english] = await list('filters[id]=1')
    const [french] = await list('filters[id]=6&locale=fr')
    expect([english!.status, french!.locales]).toEqual(['modified', [{ locale: 'en', id: 1, status: 'modified' }]])
    expect(await list('filters[id]=404')).toEqual([])
    expect(asked).toHaveLength(2)
    for (const text of asked) expect(text).toMatch(/ and entry_id in \(/)
    await app.call(`DELETE ${ARTICLES}/1/pending`)
  })

  test('mistakes in the query of a list are named', async () => {
    const message = async (search: string) => {
      const { status, body } = await app.call(`GET ${ARTICLES}?${search}`)
      return [status, (body as { error: { message: string } }).error.message]
    }
    expect(await message('filtres[title]=x')).toEqual([400, 'There is no parameter filtres; did you mean filters?'])
    expect(await message('filters[titel]=x')).toEqual([400, 'Invalid parameter titel'])
    expect(await message('status=new')).toEqual([
      400,
      'Invalid value for status: expected draft, published, modified, got "new"',
    ])
    expect(await message('columns=titel')).toEqual([400, 'Invalid value for columns: there is no attribute "titel"'])
    expect(await message('filters[passcode]=x')).toEqual([400, 'Invalid parameter passcode'])
    expect(await app.call('GET /content/api::nothing.nothing')).toMatchObject({ status: 404, body: NOT_FOUND })
    expect(await app.call('GET /content/admin::user')).toMatchObject({ status: 404, body: NOT_FOUND })
    expect(await app.call('GET /content/plugin::users-permissions.user', { token: app.editor })).toMatchObject({
      status: 404,
    })
  })

  test('one request opens a form', async () => {
    const { status, body } = await app.call(`GET ${TAGS}/2`)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        id: 2,
        values: { name: 'hill', weight: 10, articles: relation(TIDE, RIDGE) },
        title: 'hill',
        status: 'published',
        locale: null,
        createdAt: '<moment>',
        updatedAt: '<moment>',
        publishedAt: '<moment>',
        createdBy: null,
        updatedBy: null,
        version: expect.stringMatching(/^v1\.[\w-]+$/),
        locales: [],
        pending: null,
        draft: null,
        presence: [],
        may: ALL,
      },
    })
  })

  test('a form has components, zones, files and private fields, but no passwords', async () => {
    const { values, locales, ...entry } = await app.data<OpenEntry>(`GET ${ARTICLES}/1`)
    expect(entry).toMatchObject({ title: 'Tide', status: 'published', locale: 'en', may: ALL })
    expect(locales).toEqual([
      { locale: 'en', id: 1, status: 'published', filled: 7, fields: 7 },
      { locale: 'fr', id: 6, status: 'published', filled: 2, fields: 7 },
    ])
    expect(values).toMatchObject({
      title: 'Tide',
      passcode: null,
      internal: 'not for readers',
      views: '9007199254740993',
      author: relation({ id: 1, title: 'Ada Reed', status: null, locale: null }),
      tags: relation(
        { id: 1, title: 'sea', status: 'published', locale: null },
        { id: 4, title: 'hidden', status: 'draft', locale: null },
        { id: 2, title: 'hill', status: 'published', locale: null },
      ),
      cover: { id: 1, name: 'sunrise.jpg', url: '/uploads/sunrise_a1.jpg', formats: { small: { width: 500 } } },
      gallery: [{ id: 4 }, { id: 2 }],
      seo: { id: 1, metaTitle: 'All about tides', image: { id: 1 }, socials: [{ id: 1 }, { id: 2, image: null }] },
      links: [{ id: 1, label: 'Tables' }, { id: 2 }],
    })
    expect((values.blocks as readonly object[])[1]).toEqual({
      __component: 'blocks.quote',
      id: 1,
      words: 'It always comes back.',
      by: 'A sailor',
    })
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/1?locale=fr`)).id).toBe(6)
    expect(await app.status(`GET ${TAGS}/99`)).toBe(404)
    expect(await app.status(`GET ${TAGS}/x`)).toBe(404)
  })

  test('the form of a single type needs no id', async () => {
    expect(await app.data<OpenEntry>('GET /content/api::homepage.homepage/single')).toMatchObject({
      id: 1,
      title: 'Welcome',
      status: null,
      values: { title: 'Welcome', featured: relation(TIDE) },
      may: { ...ALL, publish: false },
    })
    expect((await app.data<OpenEntry>('GET /content/api::homepage.homepage/single?locale=fr')).id).toBe(2)
  })

  test('a new entry is a draft of the person, and a translation of another one', async () => {
    const tag = { body: { data: { name: 'own' } }, token: app.author }
    const own = await app.data<OpenEntry>('POST /content/api::tag.tag', tag)
    const body = {
      data: {
        title: 'Plan',
        tags: { connect: [{ id: own.id }] },
        blocks: [{ __component: 'blocks.quote', words: 'A' }],
      },
    }
    const made = await app.call(`POST ${ARTICLES}`, { body, token: app.author })
    expect(made.status).toBe(201)
    const { data } = made.body as { data: OpenEntry }
    expect(data).toMatchObject({
      title: 'Plan',
      status: 'draft',
      locale: 'en',
      createdBy: { name: 'Aron' },
      updatedBy: { name: 'Aron' },
      publishedAt: null,
      values: { tags: { count: 1 }, blocks: [{ __component: 'blocks.quote', words: 'A', by: null }] },
    })
    const french = { data: { title: 'Projet' }, locale: 'fr', translationOf: data.id }
    const translated = await app.data<OpenEntry>(`POST ${ARTICLES}`, { body: french, token: app.author })
    expect(translated.locales.map(({ id, locale }) => [locale, id])).toEqual([
      ['en', data.id],
      ['fr', translated.id],
    ])
    expect((await app.call(`POST ${ARTICLES}`, { body: french, token: app.author })).status).toBe(400)
    await app.call(`DELETE /content/api::tag.tag/${own.id}`)
  })

  test('mistakes in the values are listed with their places', async () => {
    const body = { data: { titel: 'x', rank: 'high', publishedAt: null, id: 3 } }
    expect((await app.call(`POST ${ARTICLES}`, { body })).body).toEqual(
      errorBody(400, 'ValidationError', 'data.publishedAt: cannot be set here; data.id: cannot be set here', {
        errors: [
          { path: ['data', 'publishedAt'], message: 'cannot be set here' },
          { path: ['data', 'id'], message: 'cannot be set here' },
        ],
      }),
    )
    const { body: answer } = await app.call(`POST ${ARTICLES}`, { body: { data: { titel: 'x', rank: 'high' } } })
    expect(
      (answer as { error: { details: { errors: { path: string[] }[] } } }).error.details.errors.map(e => e.path),
    ).toEqual([['titel'], ['rank']])
    expect((await app.call(`POST ${ARTICLES}`, { body: { data: [] } })).status).toBe(400)
    expect((await app.call(`POST ${TAGS}`, { body: { data: {}, extra: 1 } })).body).toMatchObject({
      error: { message: expect.stringContaining('extra: ') },
    })
  })

  test('a save needs the version that it starts from, and a conflict names what has changed', async () => {
    const { version } = await app.data<OpenEntry>(`GET ${TAGS}/3`)
    const headers = { 'if-match': version }
    const saved = await app.data<OpenEntry>(`PUT ${TAGS}/3`, { body: { data: { weight: 7 } }, headers })
    expect(saved).toMatchObject({ values: { weight: 7 }, updatedBy: { id: 1 } })
    expect(saved.version).not.toBe(version)
    const conflict = await app.call(`PUT ${TAGS}/3`, { body: { data: { name: 'x' } }, headers, token: app.editor })
    expect(conflict).toMatchObject({
      status: 409,
      body: errorBody(409, 'ConflictError', 'The entry has changed since it was opened', {
        version: saved.version,
        changed: ['weight'],
        updatedAt: '<moment>',
        updatedBy: { id: 1, name: '#1' },
      }),
    })
    const again = { body: { data: { name: 'x' } }, headers: { 'if-match': `"${saved.version}"` }, token: app.editor }
    expect((await app.data<OpenEntry>(`PUT ${TAGS}/3`, again)).values).toMatchObject({ name: 'x', weight: 7 })
    expect((await app.call(`PUT ${TAGS}/3`, { ...again, headers: { 'if-match': 'old' } })).body).toMatchObject({
      error: { details: { changed: ['name', 'weight', 'articles', 'publishedAt', 'pending'] } },
    })
  })

  test('publishing and deleting name the version too', async () => {
    const headers = { 'if-match': 'v1.old' }
    for (const request of [`POST ${ARTICLES}/5/publish`, `POST ${ARTICLES}/2/unpublish`, `DELETE ${ARTICLES}/5`])
      expect(await app.call(request, { headers })).toMatchObject({
        status: 409,
        body: { error: { name: 'ConflictError' } },
      })
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/5`)).status).toBe('draft')
  })

  test('relations are changed by what is connected and disconnected, in order', async () => {
    const body = {
      data: {
        tags: { connect: [{ id: 3, position: { before: 1 } }], disconnect: [{ id: 4 }] },
        seo: { id: 1, metaTitle: 'New' },
        cover: 2,
      },
    }
    const { values } = await app.data<OpenEntry>(`PUT ${ARTICLES}/1`, { body })
    expect(values.tags).toMatchObject({ count: 3, items: [{ id: 3 }, { id: 1 }, { id: 2 }] })
    expect(values).toMatchObject({ seo: { id: 1, metaTitle: 'New', note: 'check again' }, cover: { id: 2 } })
  })

  test('people without the right can neither see nor change an entry', async () => {
    expect((await app.data<OpenEntry[]>(`GET ${TAGS}`, { token: app.author })).length).toBe(0)
    expect(await app.call(`GET ${TAGS}/1`, { token: app.author })).toMatchObject({ status: 404, body: NOT_FOUND })
    const change = { body: { data: { weight: 1 } }, token: app.author }
    expect(await app.call(`PUT ${TAGS}/1`, change)).toMatchObject({ status: 404, body: NOT_FOUND })
    expect((await app.data<OpenEntry>(`GET ${TAGS}/1`)).values.weight).toBe(30)
    expect(await app.call(`PUT ${TAGS}/1`, { ...change, token: null })).toMatchObject({ status: 401 })
    expect(FORBIDDEN.error.status).toBe(403)
  })
})
