/** What super administrators see of the server's work: queries in use, tables, health. */
import { describe, expect, test } from 'vitest'
import type { AddressedQuery } from '../../src/admin-api/explain-api.ts'
import type {
  HealthInsight,
  ModelTable,
  QueriesInsight,
  QueryInsight,
  TablesInsight,
} from '../../src/admin-api/insight-api.ts'
import type { App } from '../../src/app.ts'
import { SECRETS } from '../identity/administrators/admin-app.ts'
import { runOwn } from '../identity/administrators/own-rows.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'
import { panelApp } from './panel-app.ts'

describe.each(CLIENTS)('insight, on %s', client => {
  const app = panelApp(client)
  const ask = (url: string, token: string | null = null) => app.call(`GET ${url}`, { token })
  const queries = () => app.data<QueriesInsight>('GET /insight/queries')
  const named = (all: QueriesInsight, path: string, query: string): QueryInsight | undefined =>
    all.queries.find(each => each.path === path && each.query === query)

  test('queries that differ in their values alone are one, and their values are not kept', async () => {
    for (const title of ['a%20secret', 'another', 'third'])
      await ask(`/api/articles?filters[title][$eq]=${title}&fields[0]=title`)
    const found = named(await queries(), '/api/articles', 'fields[0]=title&filters[title][$eq]=…')
    expect(found).toMatchObject({ type: 'api::article.article', hits: 3, lastAt: '<moment>' })
    expect(found!.callers).toEqual([{ kind: 'public', name: 'Public', hits: 3 }])
    expect(found!.bytes).toBeGreaterThan(10)
    expect(found!.cost).toBeGreaterThan(0)
    expect(found!.p99).toBeGreaterThanOrEqual(found!.p50)
    expect(JSON.stringify(await queries())).not.toContain('secret"')
    expect(JSON.stringify(await queries())).not.toMatch(/a secret|a%20secret|another/)
  })

  test('entries, unique fields and aggregates have addresses of their own', async () => {
    for (const url of ['/api/articles/1', '/api/articles/2', '/api/articles/slug:tide']) await ask(url)
    const all = await queries()
    expect(named(all, '/api/articles/:id', '')).toMatchObject({ hits: 2 })
    expect(named(all, '/api/articles/slug:…', '')).toMatchObject({ hits: 1 })
  })

  test('tokens are told apart', async () => {
    const { id, accessKey } = await app.data<{ id: number; accessKey: string }>('POST /tokens', {
      body: { name: 'Site', type: 'full-access' },
    })
    await ask('/api/tags?sort=name', accessKey)
    await ask('/api/tags?sort=name', accessKey)
    await ask('/api/tags?sort=name')
    const callers = async () => named(await queries(), '/api/tags', 'sort=name')!.callers
    expect(await callers()).toEqual([
      { kind: 'token', name: 'Site', hits: 2 },
      { kind: 'public', name: 'Public', hits: 1 },
    ])
    await app.call(`DELETE /tokens/${id}`)
    expect((await callers())[0]).toEqual({ kind: 'token', name: null, hits: 2 })
  })

  test('what is explained, refused or read for the panel is not counted', async () => {
    const before = (await queries()).queries.length
    await app.call('POST /explain', { body: { url: '/api/tags?sort=weight', as: { kind: 'public' } } })
    await ask('/api/tags?filters[nothing]=1')
    await app.call('GET /content/api::tag.tag?sort=weight')
    expect((await queries()).queries).toHaveLength(before)
  })

  test('a kept answer and an unchanged one count as kept', async () => {
    const other = await buildTestApp({
      ...{ folder: WORLD, database: app.database, secrets: SECRETS, development: false },
      cache: { responses: true, totals: true },
    })
    const { address } = await other.listen(0)
    const url = new URL('/api/tags?fields[0]=name', address)
    const first = await fetch(url)
    await first.text()
    for (let count = 0; count < 5; count += 1) await (await fetch(url)).text()
    await fetch(url, { headers: { 'if-none-match': first.headers.get('etag')! } })
    const all = await dataOf<QueriesInsight>(other, '/insight/queries', app.token)
    expect(named(all, '/api/tags', 'fields[0]=name')).toMatchObject({ hits: 7 })
    expect(named(all, '/api/tags', 'fields[0]=name')!.kept).toBeGreaterThan(0.7)
    expect(all.minutes.reduce((sum, { answers }) => sum + answers, 0)).toBe(7)
    expect(all.slowest[0]).toMatchObject({ path: '/api/tags', query: 'fields[0]=name', caller: { kind: 'public' } })
  })

  test('an index is advised where a large table is sorted without one', async () => {
    const rows = Array.from({ length: 1100 }, (_, index) => `('many ${index}', 1)`).join(',')
    await runOwn(app.database, `insert into tags (name, weight) values ${rows}`)
    const other = await buildTestApp({ folder: WORLD, database: app.database, secrets: SECRETS })
    await other.inject('/api/tags?sort=weight')
    await other.inject('/api/tags?sort=name')
    const advice = async () => {
      const all = await dataOf<QueriesInsight>(other, '/insight/queries', app.token)
      return [named(all, '/api/tags', 'sort=weight')!.advice, named(all, '/api/tags', 'sort=name')!.advice]
    }
    const [[missing], [present]] = (await advice()) as [QueryInsight['advice'], QueryInsight['advice']]
    expect(missing).toMatchObject({ type: 'api::tag.tag', field: 'weight', use: 'sort' })
    expect(missing!.rows).toBeGreaterThan(1000)
    expect(missing!.statement).toMatch(
      /^create index (concurrently )?"populus_tags_by_weight" on "tags" \(.*"weight".*\);$/,
    )
    expect(present).toBeUndefined()
    await runOwn(app.database, missing!.statement.replace('concurrently ', '').replace(';', ''))
    expect((await advice())[0]).toEqual([])
    await runOwn(app.database, `delete from tags where name like 'many %'`)
  })

  test('tables have their sizes and indexes', async () => {
    const { tables, advice } = await app.data<TablesInsight>('GET /insight/tables')
    const articles = tables.find(({ name }) => name === 'articles')!
    expect(articles).toMatchObject({ model: 'api::article.article' })
    expect(articles.rows).toBeGreaterThan(0)
    expect(articles.bytes).toBeGreaterThan(4000)
    expect(articles.indexes.join()).toContain('title')
    expect(advice).toEqual(expect.any(Array))
  })

  test('the tables of a type: its own and those that connect it, with columns and indexes', async () => {
    const tables = await app.data<readonly ModelTable[]>('GET /insight/tables/api::article.article')
    const [own] = tables
    expect(own).toMatchObject({ name: 'articles', attributes: [] })
    expect(own!.rows).toBeGreaterThan(0)
    expect(own!.columns.slice(0, 2)).toEqual([
      { name: 'id', type: client === 'sqlite' ? 'INTEGER' : 'bigint' },
      { name: 'title', type: client === 'sqlite' ? 'varchar(255)' : 'character varying(255)' },
    ])
    expect(own!.indexes).toContainEqual({ name: 'articles_slug_unique', columns: ['slug'], unique: true })
    const links = tables.find(({ attributes }) => attributes.includes('tags'))!
    expect(links.columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['article_id', 'tag_id']))
    const tags = await app.data<readonly ModelTable[]>('GET /insight/tables/api::tag.tag')
    expect(tags.find(({ name }) => name === links.name)?.attributes).toEqual(['articles'])
  })

  test('components have tables, and what is not shown has none', async () => {
    const tables = await app.data<readonly ModelTable[]>('GET /insight/tables/shared.seo')
    expect(tables[0]!.name).toBe('components_shared_seos')
    for (const uid of ['api::nothing.nothing', 'admin::user', '__proto__'])
      expect(await app.call(`GET /insight/tables/${uid}`)).toMatchObject({ status: 404 })
  })

  test('the server says how it is', async () => {
    const health = await app.data<HealthInsight>('GET /insight/health')
    expect(health.database).toMatchObject({ kind: client, refusal: null, replicas: [] })
    expect(health.processes).toHaveLength(1)
    expect(health.processes[0]).toMatchObject({ pid: process.pid, startedAt: '<moment>' })
    expect(health.processes[0]!.memory.resident).toBeGreaterThan(1_000_000)
  })

  test('the figures of processes that serve together are one inventory', async () => {
    const made: App[] = []
    const gatherFigures = async (kind: 'metrics' | 'insight') =>
      JSON.parse(JSON.stringify(await Promise.all(made.map(each => each.figures(kind))))) as object[]
    const input = { folder: WORLD, database: app.database, secrets: SECRETS, gatherFigures }
    made.push(await buildTestApp(input), await buildTestApp(input))
    for (const each of made) await each.inject('/api/tags?sort=id')
    const all = await dataOf<QueriesInsight>(made[0]!, '/insight/queries', app.token)
    // Both are in one process here, which is shown once.
    expect(all.processes).toBe(1)
    expect(named(all, '/api/tags', 'sort=id')).toMatchObject({ hits: 1 })
  })

  test('only super administrators may see any of it', async () => {
    for (const path of ['queries', 'tables', 'health']) {
      expect(await app.status(`GET /insight/${path}`, { token: app.editor })).toBe(403)
      expect(await app.status(`GET /insight/${path}`, { token: null })).toBe(401)
    }
  })
})

async function dataOf<T>(app: App, path: string, token: string): Promise<T> {
  const answer = await app.inject({ url: `/admin/api${path}`, headers: { authorization: `Bearer ${token}` } })
  return (JSON.parse(answer.payload) as { data: T }).data
}

describe.each(CLIENTS)('what an address asks for, on %s', client => {
  const app = panelApp(client)
  const parse = (url: string, token = app.token) =>
    app.data<AddressedQuery>('POST /explain/query', { body: { url }, token })

  test.each([
    ['/api/articles', { part: null, query: {} }],
    ['http://localhost:1337/api/articles/3?populate=*', { part: '3', query: { populate: '*' } }],
    ['/api/articles/slug:tide', { part: 'slug:tide', query: {} }],
    [
      '/api/articles?populate=author.team,tags&sort=title,id:desc&fields=title',
      {
        part: null,
        query: {
          fields: ['title'],
          populate: { author: { populate: { team: true } }, tags: true },
          sort: ['title:asc', 'id:desc'],
        },
      },
    ],
    [
      '/api/articles?populate[author]=false&populate[tags][populate][0]=articles&populate[blocks][on][blocks.hero]=true&locale=en',
      {
        part: null,
        query: {
          populate: { tags: { populate: { articles: true } }, blocks: { on: { 'blocks.hero': true } } },
          locale: 'en',
        },
      },
    ],
    [
      '/api/articles?populate[tags][sort]=name&populate[tags][filters][name][$in][]=a&pagination[pageSize]=2',
      {
        part: null,
        query: {
          populate: { tags: { sort: ['name:asc'], filters: { name: { $in: ['a'] } } } },
          pagination: { pageSize: '2' },
        },
      },
    ],
    ['/api/articles?populate[]=-tags', { part: null, query: { populate: ['-tags'] } }],
    ['/api/articles?populate=deep,3', { part: null, query: { populate: 'deep,3' } }],
    ['/api/articles/aggregate?count', { part: 'aggregate', query: { count: null } }],
  ])('%s', async (url, expected) => {
    expect(await parse(url)).toEqual({ type: 'api::article.article', ...expected })
  })

  test('what no query may say is refused with its place', async () => {
    const answer = await app.call('POST /explain/query', { body: { url: '/api/articles?populate[0][a]=b' } })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('populate') } })
    expect(await app.status('POST /explain/query', { body: { url: '/nothing' } })).toBe(400)
  })

  test('types that the person may not read do not exist', async () => {
    await app.limit('api::secret.secret', [])
    expect(await app.status('POST /explain/query', { body: { url: '/api/secrets' }, token: app.editor })).toBe(404)
  })
})
