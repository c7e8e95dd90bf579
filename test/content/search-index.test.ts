/** The search index has what the tables have, whoever has written them and however a write ended. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { sql, value } from '../../src/sql/fragment.ts'
import { readingFrom, runningIn } from '../../src/storage/run-fragment.ts'
import { openStorage, type Storage } from '../../src/tables/open-storage.ts'
import { assertProperty, PROPERTY_TIMEOUT } from '../properties/assert-property.ts'
import { buildTestApp, testConfig } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { FIRST_OF_MANY, foreign, manyArticles } from '../support/foreign-rows.ts'
import { indexOf, unbuiltIn } from '../support/search-index.ts'
import { type Caller, headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'

interface World {
  readonly database: DatabaseConfig
  readonly app: App
}

const KEPT = { responses: true, totals: true, announcedOnly: false }

async function openWorld(client: DatabaseConfig['client']): Promise<World> {
  const database = await worldDatabase(client)
  const options = { folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4', cache: KEPT } as const
  return { database, app: await buildTestApp(options) }
}

async function inStorage<T>(
  database: DatabaseConfig,
  work: (storage: Storage) => Promise<T>,
  schema?: Schema,
): Promise<T> {
  const types = schema ?? (await loadSchema(WORLD)).schema
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, types, { log: () => {} })
  try {
    return await work(storage)
  } finally {
    await storage.database.close()
  }
}

const rebuild = (database: DatabaseConfig) => inStorage(database, ({ search }) => search.rebuild())

async function send(app: App, method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) {
  const headers = await headersOf('full-access')
  const answer = await app.inject({
    method,
    url: `/api/${path}`,
    headers,
    ...(data === undefined ? {} : { payload: { data } }),
  })
  expect(answer.statusCode, answer.payload).toBeLessThan(500)
  return answer.json<{ data: { id: number } | null }>()
}

async function found(app: App, words: string, caller: Caller = 'public'): Promise<readonly number[]> {
  const search = `search[query]=${encodeURIComponent(words)}&search[typos]=false&search[prefixes]=false`
  const url = `/api/articles?fields=id&pagination[pageSize]=100&${search}`
  const answer = await app.inject({ url, headers: await headersOf(caller) })
  expect(answer.statusCode, answer.payload).toBe(200)
  const { data, meta } = answer.json<{ data: { id: number }[]; meta: { pagination: { total: number } } }>()
  expect(meta.pagination.total).toBe(data.length)
  return data.map(({ id }) => id).sort((a, b) => a - b)
}

/** What a client would do that reads all entries and looks for the word by itself. */
async function patientlyFound(app: App, caller: Caller): Promise<(word: string) => readonly number[]> {
  const parts = ['seo.socials', 'blocks', 'blocks.link', 'author', 'related', 'secret'].map(
    (path, index) => `populate[${index}]=${path}`,
  )
  const url = `/api/articles?pagination[pageSize]=100&${parts.join('&')}`
  const { data } = (await app.inject({ url, headers: await headersOf(caller) })).json<{ data: SeenEntry[] }>()
  const words = data.map(({ id, attributes }) => [id, new Set(wordsIn(searched(attributes)))] as const)
  return word => words.filter(([, has]) => has.has(word)).map(([id]) => id)
}

interface SeenEntry {
  readonly id: number
  readonly attributes: Readonly<Record<string, unknown>>
}

function searched(seen: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { title, summary, body, seo, blocks, author, related, secret } = seen
  const names = (relation: unknown, name: string) =>
    [(relation as { data?: SeenEntry | SeenEntry[] | null } | undefined)?.data ?? []]
      .flat()
      .map(entry => entry.attributes[name])
  return [
    title,
    summary,
    String(body ?? '').replaceAll('*', ''),
    seo,
    blocks,
    names(author, 'name'),
    names(related, 'title'),
    names(secret, 'code'),
  ]
}

/** Every string inside, but for ids and the names of components. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return (
      value
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? []
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '__component' ? [] : wordsIn(inner)))
}

const WORDS = ['kelp', 'Dune', 'reef', 'Brücke', 'gull', '42', 'low-tide']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map(words => words.join(' '))
const entry = fc.record(
  {
    title: text.map(title => `T ${title}`),
    summary: fc.option(text),
    body: text.map(words => `**${words}**`),
    internal: text,
    seo: fc.option(fc.record({ metaTitle: text, socials: fc.array(fc.record({ network: text }), { maxLength: 2 }) })),
    blocks: fc.array(fc.record({ __component: fc.constant('blocks.quote'), words: text }), { maxLength: 3 }),
    author: fc.constantFrom(null, 1, 2),
    related: fc.subarray([1, 2, 3, 4, 5]),
    publishedAt: fc.constantFrom(null, '2024-01-01T00:00:00.000Z'),
    locale: fc.constantFrom('en', 'fr'),
  },
  { requiredKeys: ['title'] },
)
const step = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('create' as const), entry }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('update' as const), at: fc.nat(), entry }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('rename' as const), at: fc.constantFrom(1, 2), name: text }), weight: 1 },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function apply(app: App, ids: number[], change: Step): Promise<void> {
  if (change.kind === 'create') {
    const { data } = await send(app, 'POST', 'articles', change.entry)
    if (data !== null) ids.push(data.id)
  } else if (change.kind === 'rename') await send(app, 'PUT', `authors/${change.at}`, { name: `N ${change.name}` })
  else if (ids.length > 0) {
    const at = change.at % ids.length
    if (change.kind === 'update') await send(app, 'PUT', `articles/${ids[at]}`, change.entry)
    else await send(app, 'DELETE', `articles/${ids.splice(at, 1)[0]}`)
  }
}

const MANY = 5000
const WAIT = { timeout: 120_000, interval: 100 }

describe.each(CLIENTS)('the search index on %s', client => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(client)
  })

  test(
    'after any writes, it equals one that is built anew, and a search equals a look at all entries',
    async () => {
      const { app, database } = world
      const ids: number[] = []
      const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async steps => {
        for (const change of steps) await apply(app, ids, change)
        for (const caller of ['public', 'member', 'full-access'] as const) {
          const expected = await patientlyFound(app, caller)
          for (const word of ['kelp', 'dune', 'brucke', '42', 'ridge', 'reed', '4711', 'sketch', 'readers', 'nowhere'])
            expect([caller, word, ...(await found(app, word, caller))]).toEqual([caller, word, ...expected(word)])
        }
      })
      await assertProperty(property, 8)
      const kept = await indexOf(database)
      expect(kept[0]).toBe('marks: 0')
      expect(kept.length).toBeGreaterThan(10)
      await rebuild(database)
      expect(kept).toEqual(await indexOf(database))
    },
    PROPERTY_TIMEOUT,
  )

  test('what others write is found at once, in kept answers too', async () => {
    const { app, database } = world
    expect(await found(app, 'zeppelin')).toEqual([])
    await foreign(database, "update articles set summary = 'A zeppelin' where id = 4")
    expect(await found(app, 'zeppelin')).toEqual([4])
    await foreign(database, "update articles set summary = 'A balloon' where id = 4; delete from articles where id = 3")
    expect(await found(app, 'zeppelin')).toEqual([])
    expect(await found(app, 'alone')).toEqual([])
    expect(await found(app, 'balloon')).toEqual([4])
  })

  test('snippets show what is there now, as text', async () => {
    const { app, database } = world
    const snippets = async (caller: Caller) => {
      const url = '/api/articles?fields=id&search[query]=airship&search[snippets]=true'
      const answer = await app.inject({ url, headers: await headersOf(caller) })
      return answer.json<{ meta: { search: unknown } }>().meta.search
    }
    const write = (summary: string) =>
      foreign(database, `update articles set summary = '${summary}', internal = 'airship' where id = 2`)
    expect(await snippets('public')).toEqual({ snippets: {} })
    await write('<script>alert("airship")</script> & <mark>more</mark>')
    const escaped =
      '&lt;script&gt;alert(&quot;<mark>airship</mark>&quot;)&lt;/script&gt; &amp; &lt;mark&gt;more&lt;/mark&gt;'
    for (const caller of ['public', 'public', 'full-access'] as const)
      expect(await snippets(caller)).toEqual({ snippets: { 2: { summary: escaped } } })
    await write('Another airship')
    expect(await snippets('public')).toEqual({ snippets: { 2: { summary: 'Another <mark>airship</mark>' } } })
    await write('None')
    expect(await snippets('public')).toEqual({ snippets: {} })
  })

  test('what was written while nobody looked is indexed at the start', async () => {
    const database = await worldDatabase(client)
    await foreign(
      database,
      "insert into authors (id, name) values (91, 'Zoe'); update articles set title = 'Zebra' where id = 1",
    )
    const changed = await inStorage(database, () => indexOf(database))
    const rows = new Set(
      changed.slice(1).map(line =>
        line
          .split(' ')
          .slice(0, client === 'sqlite' ? 1 : 2)
          .join(),
      ),
    )
    expect(await rebuild(database)).toBeGreaterThanOrEqual(rows.size)
    expect(changed).toEqual(await indexOf(database))
    expect(changed.join()).toContain('zebra')
  })

  /** A world of many entries, none of which is indexed yet. */
  const withoutIndex = async (many = MANY) => {
    const database = await worldDatabase(client)
    const { schema } = await loadSchema(WORLD)
    const types = new Map([...schema.types].map(([uid, type]) => [uid, { ...type, search: [] }]))
    await inStorage(database, async () => {}, { ...schema, types })
    await foreign(database, manyArticles(client, many))
    const options = { folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4', cache: KEPT } as const
    return { database, options }
  }

  test('what takes a while is indexed in the background, and a search says how far it is', async () => {
    const { database, options } = await withoutIndex()
    const app = await buildTestApp(options)
    expect(app.report).toContainEqual(expect.stringMatching(/^indexing, in the background,.* articles/))
    const early = await app.inject({ url: '/api/articles?search=needle', headers: await headersOf('full-access') })
    expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '10'])
    expect(early.json()).toMatchObject({
      error: { message: expect.stringMatching(/ built, and \d\d? % of it is there$/) },
    })
    // Everything else works, and what is written meanwhile gets into the index.
    await send(app, 'PUT', `articles/${FIRST_OF_MANY}`, { title: 'A needle' })
    await send(app, 'PUT', `articles/${FIRST_OF_MANY + MANY - 1}`, { title: 'Another needle' })
    await send(app, 'DELETE', `articles/${FIRST_OF_MANY + 1}`)
    await foreign(database, `update articles set title = 'A thimble' where id = ${FIRST_OF_MANY + 2}`)
    await expect
      .poll(async () => (await app.inject({ url: '/api/articles?search=needle&fields=id' })).statusCode, WAIT)
      .toBe(200)
    expect(await found(app, 'needle')).toEqual([FIRST_OF_MANY, FIRST_OF_MANY + MANY - 1])
    expect(await found(app, 'thimble')).toEqual([FIRST_OF_MANY + 2])
    // Many marks of others are the same case.
    await foreign(database, `update articles set title = 'Straw ' || id where id >= ${FIRST_OF_MANY}`)
    expect((await app.inject({ url: '/api/articles?search=needle' })).statusCode).toBe(503)
    await expect.poll(async () => (await app.inject({ url: '/api/articles?search=needle' })).statusCode, WAIT).toBe(200)
    expect(await found(app, 'needle')).toEqual([])
    const kept = await indexOf(database)
    await rebuild(database)
    expect(kept).toEqual(await indexOf(database))
  })

  test('a start that ends while the index is built is continued by the next one', async () => {
    // A start takes a while on a slow machine, and building goes on meanwhile.
    const many = 2 * MANY
    const { database, options } = await withoutIndex(many)
    await (await buildApp(testConfig(options))).close()
    expect(await unbuiltIn(database)).toBeGreaterThan(0)
    await inStorage(database, async () => {})
    const kept = await indexOf(database)
    expect(kept.filter(line => line.includes('·haystack')).length).toBe(many)
    await rebuild(database)
    expect(kept).toEqual(await indexOf(database))
  })

  test('a transaction that fails leaves it as it was', async () => {
    const database = await worldDatabase(client)
    const before = await indexOf(database)
    const rename = inStorage(database, ({ database: opened }) =>
      opened.write(async transaction => {
        await runningIn(transaction, opened)(sql`update articles set title = 'Quokka' where id = ${value(1)}`)
        throw new Error('a crash')
      }),
    )
    await expect(rename).rejects.toThrow('a crash')
    expect(await indexOf(database)).toEqual(before)
  })

  test('without a search block nothing is created, and a removed one leaves nothing', async () => {
    const { schema } = await loadSchema(WORLD)
    const types = new Map([...schema.types].map(([uid, type]) => [uid, { ...type, search: [] }]))
    const without = { ...schema, types }
    const fresh = await freshDatabase(client)
    const left = async (database: DatabaseConfig) =>
      inStorage(
        database,
        ({ database: opened }) =>
          readingFrom(opened)(
            client === 'sqlite'
              ? sql`select name from sqlite_master where name like 'sqlitepopulus_search%' and (type = 'trigger' or tbl_name = name) order by name`
              : sql`select tgname from pg_catalog.pg_trigger where tgname like 'populus_search%' union all select relname from pg_catalog.pg_class where relname like 'search\\_%' and relkind = 'r' order by 1`,
          ),
        without,
      )
    expect(await left(fresh)).toEqual([])
    const database = await worldDatabase(client)
    expect(await left(database)).toEqual([])
  })
})
