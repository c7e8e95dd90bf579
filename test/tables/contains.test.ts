/** Parts of texts are found by an index where the schema asks for one, and the answers are those of a look at every row. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_API, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { planRead } from '../../src/plan/read/plan-read.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import type { ContentType, Schema } from '../../src/schema/schema.ts'
import { compileRead, onlyIds } from '../../src/sql/compile-read.ts'
import { sql, value } from '../../src/sql/fragment.ts'
import { steps } from '../../src/storage/database.ts'
import { runningIn } from '../../src/storage/run-fragment.ts'
import type { Storage } from '../../src/tables/open-storage.ts'
import { assertProperty, PROPERTY_TIMEOUT } from '../properties/assert-property.ts'
import { execute, open, opened, query } from '../storage/small-world.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { EVERYTHING, type Json, typeFile } from '../support/worlds/write-world.ts'

const INDEXED = { index: 'contains' }
const ATTRIBUTES = {
  title: { type: 'string', ...INDEXED },
  body: { type: 'text', ...INDEXED },
  author: { type: 'relation', relation: 'manyToOne', target: 'api::person.person' },
}
const schemaOf = (attributes: Json = ATTRIBUTES): Schema =>
  buildSchema({ ...typeFile('post', attributes), ...typeFile('person', { name: { type: 'string', ...INDEXED } }) })
    .schema

/** Every row is looked at. */
function withoutIndexes(schema: Schema): Schema {
  const types = [...schema.types].map(([uid, type]): [string, ContentType] => {
    const attributes = [...type.attributes].map(
      ([name, attribute]) => [name, { ...attribute, partsIndex: undefined }] as const,
    )
    return [uid, { ...type, attributes: new Map(attributes) } as ContentType]
  })
  return { ...schema, types: new Map(types) }
}

describe.each(CLIENTS)('parts of texts on %s', client => {
  let storage: Storage

  beforeAll(async () => {
    storage = await open(await freshDatabase(client), schemaOf())
    cleanUp(() => storage.database.close())
  })

  function program(text: string, schema = storage.schema) {
    const { dialect } = storage.database
    const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, strictTypes: dialect.strictTypes }
    const context = { schema, access: EVERYTHING, dialect: WIRE_DIALECTS.strapi4, settings, defaultLocale: 'en' }
    const request = parseQuery(text, DEFAULT_LIMITS, WIRE_DIALECTS.strapi4)
    const plan = planRead(request, schema.types.get('api::post.post')!, { kind: 'collection' }, context)
    return compileRead(onlyIds(plan), dialect)
  }

  async function found(text: string, schema?: Schema): Promise<readonly unknown[]> {
    const { list, values } = program(text, schema)
    const { dialect } = storage.database
    const [rows] = await storage.database.read(steps(dialect.bind(list!.rows!, [], { values })))
    return rows!.map(({ keys }) => keys[0])
  }

  const letters = ['a', 'b', 'A', 'B', 'é', 'É', 'ß', 'İ', '%', '_', '\\', '"', "'", ' ', '1', '\n', '😀']
  const some = (most: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength: most }).map(characters => characters.join(''))
  const change = fc.oneof(
    {
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        id: fc.integer({ min: 1, max: 9 }),
        title: some(8),
        body: fc.option(some(12)),
      }),
      weight: 4,
    },
    { arbitrary: fc.record({ kind: fc.constant('delete' as const), id: fc.integer({ min: 1, max: 9 }) }), weight: 1 },
  )
  const operators = [
    '$contains',
    '$containsi',
    '$startsWith',
    '$startsWithi',
    '$endsWith',
    '$notContains',
    '$eqi',
    '$notContainsi',
  ]
  const question = fc.oneof(
    fc
      .tuple(fc.constantFrom(...operators), fc.constantFrom('title', 'body'), some(6))
      .map(([operator, name, text]) => `filters[${name}][${operator}]=${encodeURIComponent(text)}`),
    some(6).map(text => `_q=${encodeURIComponent(text)}`),
    fc
      .tuple(some(5), some(5))
      .map(
        ([a, b]) =>
          `filters[$or][0][title][$contains]=${encodeURIComponent(a)}&filters[$or][1][body][$containsi]=${encodeURIComponent(b)}`,
      ),
    some(5).map(text => `filters[$not][title][$contains]=${encodeURIComponent(text)}`),
    some(4).map(text => `filters[author][name][$contains]=${encodeURIComponent(text)}`),
  )

  test(
    'are found as by a look at every row, whoever has written them',
    async () => {
      const plain = withoutIndexes(storage.schema)
      const property = fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(question, { minLength: 4, maxLength: 12 }),
        async (changes, questions) => {
          await storage.database.write(async transaction => {
            const run = runningIn(transaction, storage.database)
            for (const each of changes) {
              await run(sql`delete from posts where id = ${value(each.id)}`)
              if (each.kind === 'delete') continue
              await run(sql`insert into posts (id, title, body) values (${value(each.id)}, '', ${value(each.body)})`)
              await run(sql`update posts set title = ${value(each.title)} where id = ${value(each.id)}`)
            }
          })
          for (const text of questions)
            expect([text, ...(await found(text))]).toEqual([text, ...(await found(text, plain))])
        },
      )
      await assertProperty(property, 60)
    },
    PROPERTY_TIMEOUT,
  )

  test('a large table is filled', async () => {
    const numbers =
      client === 'sqlite'
        ? '(with recursive r(n) as (select 1 union all select n + 1 from r where n < 20000) select n from r) as r'
        : 'generate_series(1, 20000) as r(n)'
    await execute(
      storage.database,
      `insert into posts (id, title, body) select 100 + n, 'Title ' || n, 'some longer text of the entry with the number ' || n from ${numbers}`,
      // What autovacuum does.
      ...(client === 'sqlite'
        ? []
        : ['title', 'body'].map(name => `select gin_clean_pending_list('populus_contains_posts_${name}'::regclass)`)),
      'analyze posts',
    )
  })

  test.each([
    'filters[title][$contains]=needle',
    'filters[title][$containsi]=Needle',
    'filters[title][$startsWith]=needle',
    'filters[body][$contains]=nee%25dle',
    '_q=needle',
    'filters[$and][0][title][$containsi]=needle&sort=title',
    // One of about 20 entries has these: a page is soon full, if all of them are compared one after another.
    'filters[title][$containsi]=title 19',
    '_q=number 19',
  ])('%s reads an index', async text => {
    const { list, values } = program(text)
    const { text: statement, values: bound } = storage.database.dialect.bind(list!.rows!, [], { values })
    const command = client === 'sqlite' ? 'explain query plan' : 'explain'
    const [rows] = await storage.database.read(steps({ text: `${command} ${statement}`, values: bound }))
    const plan = rows!.map(row => row.at(-1)).join('\n')
    expect(plan).toMatch(
      client === 'sqlite'
        ? /SCAN sqlitepopulus_contains_posts\.(?:title|body) VIRTUAL TABLE/
        : /Index Scan on populus_contains_posts_/,
    )
    expect(plan).not.toMatch(client === 'sqlite' ? /SCAN t\b/ : /Seq Scan on posts/)
  })

  test('are indexed once the schema asks for it, and again if that is lost', async () => {
    const config = await freshDatabase(client)
    const without = { ...ATTRIBUTES, title: { type: 'string' }, body: { type: 'text' } }
    const reported = (schema: Schema) =>
      opened(config, schema, ({ report }) => report.filter(line => line.startsWith('indexed')))
    expect(await opened(config, schemaOf(without), ({ report }) => report.at(-1))).toBe(
      'indexed parts of texts: persons.name',
    )
    expect(await reported(schemaOf())).toEqual(['indexed parts of texts: posts.title, posts.body'])
    expect(await reported(schemaOf())).toEqual([])
    const lose =
      client === 'sqlite'
        ? 'drop trigger "sqlitepopulus_contains_posts.title_update"'
        : 'drop index populus_contains_posts_title'
    await opened(config, schemaOf(), ({ database }) => execute(database, lose))
    expect(await reported(schemaOf())).toEqual(['indexed parts of texts: posts.title'])
    expect(await reported(schemaOf(without))).toEqual([])
    const left =
      client === 'sqlite'
        ? "select count(*) from sqlite_master where name like '%contains_posts%'"
        : "select count(*)::int from pg_class where relname like 'populus_contains_posts%'"
    expect(await opened(config, schemaOf(without), ({ database }) => query(database, left))).toEqual([[0]])
  })
})
