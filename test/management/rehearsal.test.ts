/** What a change of grants would mean for the queries that a role has asked. */
import { describe, expect, test } from 'vitest'
import type { GrantsInfo, GrantsPreviewInfo, RehearsalInfo, SentAnswer } from '../../src/admin-api/access-api.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const ARTICLE = 'api::article.article'
const AUTHOR = 'api::author.author'
const TAG = 'api::tag.tag'
const UNCHANGED = { loses: [], gains: [], refusedBefore: null, refusedAfter: null }
/** What there is of an article beside its title. */
const TEXTS = ['summary', 'body', 'kind', 'contact', 'slug']
const NUMBERS = ['rank', 'views', 'score', 'price', 'featured', 'keywords', 'metadata']
const TIMES = ['day', 'clock', 'happenedAt', 'stampedAt']
const OTHERS = [...TEXTS, ...TIMES, ...NUMBERS, 'createdAt', 'updatedAt', 'publishedAt', 'locale']
const FORBIDDEN = { status: 403, message: 'Forbidden' }

describe.each(CLIENTS)('the rehearsal of grants, on %s', client => {
  const app = panelApp(client)
  const ask = async (...paths: readonly string[]) => {
    for (const path of paths) expect([path, await app.status(`GET /api/${path}`, { token: null })]).toEqual([path, 200])
  }
  const set = (grants: object) => app.call('PATCH /roles/2/grants', { body: { grants } })
  const rehearse = (grants: object, role = 2) =>
    app.data<RehearsalInfo>(`POST /roles/${role}/rehearsal`, { body: { grants } })

  test('as long as nobody has asked anything, there is nothing to rehearse', async () => {
    await set({ [ARTICLE]: { actions: ['find', 'findOne', 'aggregate'] }, [AUTHOR]: { actions: ['find'] } })
    const nothing = { since: '<moment>', rehearsed: 0, skipped: 0, changed: [] }
    expect(await rehearse({ [AUTHOR]: { actions: [] } })).toEqual(nothing)
  })

  test('what is lost: relations, fields, and queries that name a field', async () => {
    await ask('articles?populate=author', 'articles?fields[0]=title')
    await ask('articles?populate[author][fields][0]=name&fields[0]=title')
    await ask('articles/1?fields[0]=slug', 'articles/2?fields[0]=slug')
    await ask('articles?fields[0]=title&filters[slug][$in][0]=tide&pagination[limit]=3')
    await ask('articles/slug:tide?fields[0]=title', 'articles/aggregate?count&groupBy[]=slug')
    await ask('authors?fields[0]=name&sort=name')
    const before = await app.data<GrantsInfo>('GET /roles/2/grants')
    const slug = { status: 400, message: 'Invalid parameter slug' }
    const noSlug = { status: 400, message: 'There is no unique field named slug' }
    const article = { type: ARTICLE, path: '/api/articles', hits: 1, ...UNCHANGED }
    const fields = ['title', 'author']
    expect(
      await rehearse({ [ARTICLE]: { actions: ['find', 'findOne', 'aggregate'], fields }, [AUTHOR]: { actions: [] } }),
    ).toEqual({
      since: '<moment>',
      rehearsed: 8,
      skipped: 0,
      changed: [
        { ...article, path: '/api/articles/:id', query: 'fields[0]=slug', hits: 2, refusedAfter: slug },
        { ...article, query: 'populate=author', loses: [...OTHERS, 'author'] },
        { ...article, query: 'fields[0]=title&populate[author][fields][0]=name', loses: ['author'] },
        { ...article, query: 'fields[0]=title&filters[slug][$in]=…&pagination[limit]=…', refusedAfter: slug },
        { ...article, path: '/api/articles/slug:…', query: 'fields[0]=title', refusedAfter: noSlug },
        { ...article, path: '/api/articles/aggregate', query: 'count=…&groupBy=slug', refusedAfter: slug },
        { ...article, type: AUTHOR, path: '/api/authors', query: 'fields[0]=name&sort=name', refusedAfter: FORBIDDEN },
      ],
    })
    expect(await app.data('GET /roles/2/grants')).toEqual(before)
  })

  test('lists of fields to filter and to sort by count, too', async () => {
    const { changed } = await rehearse({
      [ARTICLE]: { actions: ['find', 'findOne', 'aggregate'], filterFields: ['title'] },
      [AUTHOR]: { actions: ['find'], sortFields: [] },
    })
    expect(changed.map(({ path, query, refusedAfter }) => [`${path}?${query}`, refusedAfter?.message])).toEqual([
      ['/api/articles?fields[0]=title&filters[slug][$in]=…&pagination[limit]=…', 'Invalid parameter slug'],
      ['/api/articles/slug:…?fields[0]=title', 'There is no unique field named slug'],
      ['/api/authors?fields[0]=name&sort=name', 'Invalid parameter name'],
    ])
  })

  test('what is gained: inside a relation, and what was refused', async () => {
    await set({ [AUTHOR]: { actions: ['find'], fields: ['email'] }, [ARTICLE]: { actions: ['find'] } })
    const gained = await rehearse({ [AUTHOR]: { actions: ['find'], fields: ['email', 'name'] } })
    expect(gained.changed).toEqual([
      { ...UNCHANGED, type: ARTICLE, path: '/api/articles', query: 'populate=author', hits: 1, gains: ['author.name'] },
      {
        ...{ ...UNCHANGED, type: ARTICLE, path: '/api/articles', hits: 1 },
        query: 'fields[0]=title&populate[author][fields][0]=name',
        refusedBefore: { status: 400, message: 'Invalid parameter name' },
      },
      {
        ...{ ...UNCHANGED, type: AUTHOR, path: '/api/authors', hits: 1 },
        query: 'fields[0]=name&sort=name',
        refusedBefore: { status: 400, message: 'Invalid parameter name' },
      },
    ])
    expect(gained.rehearsed).toBe(8)
    await set({ [AUTHOR]: { actions: [] }, [ARTICLE]: { actions: ['find', 'findOne', 'aggregate'] } })
    const [first] = (await rehearse({ [AUTHOR]: { actions: ['find'], fields: ['name'] } })).changed
    expect(first).toMatchObject({ query: 'populate=author', gains: ['author'], loses: [] })
  })

  test('a query that is not known as a whole is skipped', async () => {
    await set({ [AUTHOR]: { actions: ['find'] }, [TAG]: { actions: ['find'] } })
    const operators = [
      '$eq',
      '$ne',
      '$contains',
      '$notContains',
      '$startsWith',
      '$endsWith',
      '$notIn',
      '$in',
      '$nei',
      '$notContainsi',
      '$containsi',
      '$eqi',
    ]
    const terms = ['title', ...TEXTS].flatMap(name => operators.map(operator => `[${name}][${operator}]=1`))
    await ask(`articles?${terms.map((term, index) => `filters[$or][${index}]${term}`).join('&')}`)
    await ask('tags?fields=&sort=name')
    const { rehearsed, skipped, changed } = await rehearse({ [TAG]: { actions: [] } })
    expect({ rehearsed, skipped, changed }).toEqual({ rehearsed: 8, skipped: 2, changed: [] })
  })

  test('what it says comes true when the grants are saved', async () => {
    const asked = [
      ['tags', 'filters[articles][count][$gt]=0&sort=name', 'filters[articles][count][$gt]=…&sort=name'],
      ['tags', '_q=a&filters[$or][0][weight][$gte]=1', '_q=…&filters[$or][0][weight][$gte]=…'],
      ['tags', 'fields[0]=name&populate=articles.author', 'fields[0]=name&populate=articles.author'],
      ['articles', 'fields[0]=rank&sort=author.name', 'fields[0]=rank&sort=author.name'],
      ['articles', 'fields[0]=rank&populate=deep,2', 'fields[0]=rank&populate=deep,2'],
      ['articles', 'filters[blocks][on][blocks.hero]=true&locale=fr', 'filters[blocks][on][blocks.hero]=…&locale=fr'],
      ['articles', 'filters[author][name][$eq]=a', 'filters[author][name][$eq]=…'],
    ] as const
    await ask(...asked.map(([path, query]) => `${path}?${query}`))
    const grants = { [AUTHOR]: { actions: ['find'], fields: ['name'], filterFields: [] }, [TAG]: { actions: [] } }
    const { changed } = await rehearse(grants)
    const refused = new Map(changed.map(({ path, query, refusedAfter }) => [`${path}?${query}`, refusedAfter]))
    await set(grants)
    for (const [path, query, shape] of asked) {
      const { status, body } = await app.call(`GET /api/${path}?${query}`, { token: null })
      const said = refused.get(`/api/${path}?${shape}`) ?? { status: 200 }
      expect([shape, (body as { error?: object }).error ?? { status }]).toMatchObject([shape, said])
    }
    const loses = (wanted: string) => changed.find(({ query }) => query === wanted)?.loses
    expect(loses('populate=author')).toEqual(['email', 'born', 'createdAt', 'updatedAt'].map(name => `author.${name}`))
    expect(loses('fields[0]=rank&populate=deep,2')).toEqual(expect.arrayContaining(['tags', 'author.team']))
  })

  test('queries of others are not those of the role', async () => {
    expect(await rehearse({ [ARTICLE]: { actions: [] } }, 1)).toMatchObject({ rehearsed: 0, skipped: 0, changed: [] })
  })

  test('a body that could not be saved is refused in the same words', async () => {
    for (const body of [
      {},
      { grants: { [ARTICLE]: { actions: ['fnd'] } } },
      { grants: { 'api::x.x': { actions: [] } } },
    ]) {
      const saved = await app.call('PATCH /roles/2/grants', { body })
      const rehearsed = await app.call('POST /roles/2/rehearsal', { body })
      expect(rehearsed.status).toBe(400)
      expect(rehearsed.body).toEqual(saved.body)
    }
    expect(await app.status('POST /roles/99/rehearsal', { body: { grants: {} } })).toBe(404)
  })

  test('a preview has the answer now and the answer then, and changes nothing', async () => {
    await set({ [ARTICLE]: { actions: ['find', 'findOne', 'aggregate'] }, [AUTHOR]: { actions: ['find'] } })
    const url = '/api/articles?fields[0]=title&populate[author][fields][0]=name&filters[id]=1'
    const preview = async (grants: object, address = url) => {
      const { before, after, ...rest } = await app.data<GrantsPreviewInfo>('POST /roles/2/preview', {
        body: { url: address, grants },
      })
      const read = ({ status, body }: SentAnswer) => [status, (JSON.parse(body) as { data: unknown }).data]
      return { before: read(before), after: read(after), ...rest }
    }
    const stored = await app.call(`GET ${url.replaceAll('[', '%5B').replaceAll(']', '%5D')}`, { token: null })
    const now = (stored.body as { data: { id: number; attributes: { title: string } }[] }).data
    const [article] = now
    const { title } = article!.attributes
    expect(JSON.stringify(now)).toContain('"author"')
    expect(await preview({ [AUTHOR]: { actions: [] } })).toEqual({
      before: [200, now],
      after: [200, [{ id: 1, attributes: { title } }]],
      loses: ['author'],
      gains: [],
    })
    expect(await preview({})).toEqual({ before: [200, now], after: [200, now], loses: [], gains: [] })
    expect(await preview({ [ARTICLE]: { actions: [] } })).toEqual({
      ...{ before: [200, now], after: [403, null], loses: [], gains: [] },
    })
    const count = '/api/articles/aggregate?count'
    const counted = await preview({ [ARTICLE]: { actions: ['find'] } }, count)
    expect([counted.before[0], counted.after[0]]).toEqual([200, 403])
    // What is refused now may be answered then.
    await set({ [ARTICLE]: { actions: ['find'], fields: ['title'] } })
    const gaining = await preview({ [ARTICLE]: { actions: ['find'] } }, '/api/articles?filters[id]=1')
    expect([gaining.loses, gaining.gains]).toEqual([[], expect.arrayContaining(['slug', 'rank'])])
    expect(await app.data<GrantsInfo>('GET /roles/2/grants')).toMatchObject({ [ARTICLE]: { fields: ['title'] } })
  })

  test('a preview is refused for a strange address, grants that could not be saved, and a role that is not there', async () => {
    const refusal = async (body: object, role = 2) => {
      const answer = await app.call(`POST /roles/${role}/preview`, { body })
      return [answer.status, (answer.body as { error: { message: string } }).error.message]
    }
    expect(await refusal({ grants: {} })).toEqual([400, 'url: expected an address'])
    expect(await refusal({ url: '/api/nothing', grants: {} })).toEqual([
      ...[400, 'url: there is no content type at /api/nothing'],
    ])
    const wrong = { grants: { [ARTICLE]: { actions: ['fnd'] } } }
    const saved = await app.call('PATCH /roles/2/grants', { body: wrong })
    expect((await app.call('POST /roles/2/preview', { body: { url: '/api/articles', ...wrong } })).body).toEqual(
      saved.body,
    )
    expect((await refusal({ url: '/api/articles', grants: {} }, 99))[0]).toBe(404)
    const body = { url: '/api/articles', grants: {} }
    expect(await app.status('POST /roles/2/preview', { body, token: app.editor })).toBe(403)
    expect(await app.status('POST /roles/2/preview', { body, token: null })).toBe(401)
  })

  test('only super administrators may rehearse', async () => {
    expect(await app.status('POST /roles/2/rehearsal', { body: { grants: {} }, token: app.editor })).toBe(403)
    expect(await app.status('POST /roles/2/rehearsal', { body: { grants: {} }, token: null })).toBe(401)
  })
})
