/** Lists of tables of our own are read by indexes: nobody sorts a whole table to show a page of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseConfig, DEFAULT_API, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { planRead } from '../../src/plan/read/plan-read.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { compileRead, onlyIds } from '../../src/sql/compile-read.ts'
import type { PackedStatement } from '../../src/sql/statement.ts'
import { steps } from '../../src/storage/database.ts'
import { desiredTables } from '../../src/tables/desired/desired-tables.ts'
import type { Storage } from '../../src/tables/open-storage.ts'
import { execute, open, opened } from '../storage/small-world.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'
import { componentFile, EVERYTHING, type Json, typeFile } from '../support/worlds/write-world.ts'

const DRAFTS = { options: { draftAndPublish: true } }
const LOCALES = { pluginOptions: { i18n: { localized: true } } }
const ATTRIBUTES = {
  title: { type: 'string' },
  slug: { type: 'uid' },
  views: { type: 'integer', index: true },
  featured: { type: 'boolean' },
  author: { type: 'string' },
  body: { type: 'text' },
}

const schemaOf = (more: Json, attributes: Json = ATTRIBUTES): Schema =>
  buildSchema({ ...typeFile('post', attributes, more) }).schema

function indexes(schema: Schema, table = 'posts'): readonly string[] {
  const { indexes: all } = desiredTables(schema).find(({ name }) => name === table)!
  return all.flatMap(({ name, columns, origin }) => (origin === 'populus' ? [`${name} (${columns.join(', ')})`] : []))
}

describe('which indexes a table has', () => {
  test('by id, by publication, by the first short text, and where the schema says so', () => {
    expect(indexes(schemaOf({ ...DRAFTS, ...LOCALES }))).toEqual([
      'populus_posts_list (locale, id, published_at)',
      'populus_posts_by_published_at (locale, published_at, id)',
      'populus_posts_by_title (locale, title, id, published_at)',
      'populus_posts_by_views (locale, views, id, published_at)',
    ])
  })

  test('without what the type does not have', () => {
    expect(indexes(schemaOf(DRAFTS))).toEqual([
      'populus_posts_list (id, published_at)',
      'populus_posts_by_published_at (published_at, id)',
      'populus_posts_by_title (title, id, published_at)',
      'populus_posts_by_views (views, id, published_at)',
    ])
    expect(indexes(schemaOf({ options: { draftAndPublish: false } }, { text: { type: 'richtext' } }))).toEqual([])
    expect(indexes(schemaOf({ kind: 'singleType' }))).toEqual([])
  })

  test('a component has those that its schema names', () => {
    const files = componentFile('shared.seo', { title: { type: 'string' }, code: { type: 'string', index: true } })
    const { schema } = buildSchema({
      ...typeFile('post', { seo: { type: 'component', component: 'shared.seo' } }),
      ...files,
    })
    const [{ tableName } = { tableName: '' }] = schema.components.values()
    expect(indexes(schema, tableName)).toEqual([`populus_${tableName}_by_code (code, id)`])
  })
})

const ROWS = 4000

/** Posts in two locales, of which one in ten is a draft. */
async function filled(client: Client, schema: Schema): Promise<Storage> {
  const storage = await open(await freshDatabase(client), schema)
  cleanUp(() => storage.database.close())
  const numbers =
    client === 'sqlite'
      ? `(with recursive r(n) as (select 1 union all select n + 1 from r where n < ${ROWS}) select n from r) as r`
      : `generate_series(1, ${ROWS}) as r(n)`
  const published = client === 'sqlite' ? 'n * 1000' : `timestamp '2024-01-01' + n * interval '1 second'`
  await execute(
    storage.database,
    `insert into posts (title, slug, views, author, featured, body, locale, published_at)
     select 'Title ' || (n * 7919 % ${ROWS}), 'post-' || n, n % 100, 'a' || n, ${client === 'sqlite' ? '0' : 'false'}, 'text', case when n % 2 = 0 then 'en' else 'fr' end,
       case when n % 10 = 0 then null else ${published} end from ${numbers}`,
    'analyze posts',
  )
  // Without statistics, as on most SQLite databases.
  if (client === 'sqlite') await execute(storage.database, 'delete from sqlite_stat1')
  return storage
}

describe.each(CLIENTS)('lists on %s', client => {
  let storage: Storage

  beforeAll(async () => {
    storage = await filled(client, schemaOf({ ...DRAFTS, ...LOCALES }))
  })

  function program(text: string) {
    const { schema, database } = storage
    const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, strictTypes: database.dialect.strictTypes }
    const context = { schema, access: EVERYTHING, dialect: WIRE_DIALECTS.strapi4, settings, defaultLocale: 'en' }
    const request = parseQuery(text, DEFAULT_LIMITS, WIRE_DIALECTS.strapi4)
    const plan = planRead(request, schema.types.get('api::post.post')!, { kind: 'collection' }, context)
    return compileRead(onlyIds(plan), database.dialect)
  }

  /** What the database says it will do. */
  async function explained(statement: PackedStatement, values: ReturnType<typeof program>['values']): Promise<string> {
    const { database } = storage
    const { text, values: bound } = database.dialect.bind(statement, [], { values })
    const command = client === 'sqlite' ? 'explain query plan' : 'explain'
    const [rows] = await database.read(steps({ text: `${command} ${text}`, values: bound }))
    return rows!.map(row => row.at(-1)).join('\n')
  }

  test.each([
    ['sort=publishedAt:desc', 'by_published_at'],
    ['sort=publishedAt', 'by_published_at'],
    ['sort=title', 'by_title'],
    ['sort=title:desc', 'by_title'],
    ['sort=title&publicationState=preview', 'by_title'],
    ['sort=title&filters[featured]=false', 'by_title'],
    ['sort=views:desc', 'by_views'],
    ['filters[title]=Title 17', 'by_title'],
    ['filters[views]=17', 'by_views'],
    ['filters[slug]=post-17', 'posts_slug_unique'],
    ['', client === 'sqlite' ? 'populus_posts_list' : 'posts_pkey'],
  ])('%s', async (query, index) => {
    const { list, values } = program(query)
    const plan = await explained(list!.rows!, values)
    expect(plan).toContain(index)
    // Rows that are equal may be sorted among each other, and the few that pass an equality.
    if (query.includes('sort')) expect(plan).not.toMatch(/B-TREE FOR ORDER BY|(?<!Incremental )Sort {2}/)
  })

  test.runIf(client === 'sqlite')('all ids of a sorted list are in its index', async () => {
    const { list, values } = program('sort=title')
    expect(await explained(list!.order!.statement, values)).toContain('COVERING INDEX populus_posts_by_title')
  })

  test.runIf(client === 'sqlite')('few rows that pass are found before they are sorted', async () => {
    const sorted = async (query: string) => {
      const { list, values } = program(query)
      return {
        page: (await explained(list!.rows!, values)).includes('by_title'),
        ids: (await explained(list!.order!.statement, values)).includes('by_title'),
      }
    }
    expect(await sorted('sort=title')).toEqual({ page: true, ids: true })
    expect(await sorted('sort=title&filters[featured]=true')).toEqual({ page: true, ids: false })
    expect(await sorted('sort=title&filters[author]=a17')).toEqual({ page: false, ids: false })
    expect(await sorted('sort=title&filters[body][$contains]=x')).toEqual({ page: false, ids: false })
  })
})

describe.each(CLIENTS)('a table of ours on %s', client => {
  const named = (config: DatabaseConfig, schema: Schema) =>
    opened(config, schema, ({ report }) => report.filter(line => line.includes('_by_')))

  test('gets the index that its schema asks for, and loses it again', async () => {
    const config = await freshDatabase(client)
    const without = { ...ATTRIBUTES, views: { type: 'integer' } }
    await opened(config, schemaOf(DRAFTS, without), () => undefined)
    expect(await named(config, schemaOf(DRAFTS))).toEqual(['added index populus_posts_by_views'])
    expect(await named(config, schemaOf(DRAFTS))).toEqual([])
    expect(await named(config, schemaOf(DRAFTS, without))).toEqual([
      'dropped index populus_posts_by_views, which the schema no longer needs',
    ])
  })

  test('has others once its type has locales', async () => {
    const config = await freshDatabase(client)
    await opened(config, schemaOf(DRAFTS), () => undefined)
    const localized = schemaOf({ ...DRAFTS, ...LOCALES })
    expect(await opened(config, localized, ({ report }) => report.length)).toBeGreaterThan(0)
    expect(await opened(config, localized, ({ report }) => report)).toEqual([])
  })
})
