/** Columns that compare in their own way: `citext`, collations that ignore case or spaces. What is kept in memory compares nothing of them. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { CLIENTS, freshDatabase, sessionWith } from '../../support/databases.ts'

const ATTRIBUTES = {
  name: { type: 'string' },
  code: { type: 'string' },
  kind: { type: 'enumeration', enum: ['news', 'News', 'guide'] },
  size: { type: 'integer' },
  slug: { type: 'uid', targetField: 'name' },
}

function projectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'populus-comparisons-'))
  const place = join(folder, 'src/api/row/content-types/row')
  mkdirSync(place, { recursive: true })
  const schema = {
    kind: 'collectionType',
    collectionName: 'rows',
    info: { singularName: 'row', pluralName: 'rows', displayName: 'Row' },
    attributes: ATTRIBUTES,
  }
  writeFileSync(join(place, 'schema.json'), JSON.stringify(schema))
  mkdirSync(join(folder, 'content'))
  const rights = ['find', 'create', 'update', 'delete', 'aggregate'].map(action => `api::row.row.${action}`)
  writeFileSync(join(folder, 'content/permissions.json'), JSON.stringify({ public: rights }))
  cleanUp(() => rm(folder, { recursive: true }))
  return folder
}

/** Another program gives the columns comparisons of their own. */
async function alter(database: DatabaseConfig): Promise<void> {
  if (database.client === 'postgres') {
    await sessionWith(database).unsafe(`
      create extension citext;
      create collation caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      alter table rows alter column name type citext;
      alter table rows alter column code type varchar(255) collate caseless;
      alter table rows alter column kind type varchar(255) collate caseless;
      alter table rows alter column slug type varchar(255) collate caseless`)
    return
  }
  const file = new Database(database.filename).unsafeMode()
  file.pragma('writable_schema = on')
  const collate = (column: string, collation: string) =>
    file
      .prepare("update sqlite_schema set sql = replace(sql, ?, ?) where type = 'table' and name = 'rows'")
      .run(`"${column}" varchar(255)`, `"${column}" varchar(255) collate ${collation}`)
  collate('name', 'nocase')
  collate('code', 'rtrim')
  collate('kind', 'nocase')
  collate('slug', 'nocase')
  file.pragma('writable_schema = reset')
  file.exec('reindex')
  file.close()
}

const VALUES = ['abc', 'ABC', 'Abc', 'abc ', 'b', 'B', '', null, 'ab', 'é', 'É', 'a', 'straße']
const KINDS = ['news', 'News', 'guide', null]

const LISTS = ['name', 'code', 'kind'].flatMap(field => [
  ...['abc', 'ABC', 'abc%20', 'b', 'News', 'news', 'NEWS'].map(value => `filters[${field}]=${value}`),
  `filters[${field}][$in][0]=ABC&filters[${field}][$in][1]=B&filters[${field}][$in][2]=news`,
  `filters[${field}][$ne]=Abc`,
  `filters[${field}][$null]=true`,
  `filters[${field}][$notNull]=true`,
  `filters[$or][0][${field}]=abc&filters[$or][1][size]=3`,
  `filters[${field}][$eqi]=aBC`,
  `filters[${field}][$gte]=abc`,
  ...['$contains', '$containsi', '$startsWith', '$startsWithi', '$endsWith', '$notContains'].map(
    operator => `filters[${field}][${operator}]=B`,
  ),
  `sort=${field}:desc&filters[size][$gte]=0`,
  `sort[0]=${field}&sort[1]=size:desc`,
])
const AGGREGATES = ['name', 'code', 'kind'].flatMap(field => [
  `/aggregate?groupBy[]=${field}&count&sort=count:desc`,
  `/aggregate?count&countDistinct[]=${field}`,
  `/aggregate?count&sum[]=size&filters[${field}]=ABC`,
])

describe.each(CLIENTS)('on %s', client => {
  let keeping: App
  let plain: App
  let ids: number[] = []

  const ask = async (app: App, query: string) => {
    const { statusCode, payload } = await app.inject({ url: `/api/rows${query.startsWith('/') ? query : `?${query}`}` })
    return { query, status: statusCode, body: JSON.parse(payload) as unknown }
  }
  const send = async (app: App, method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await app.inject({ method, url: `/api/rows${path}`, payload: { data } })
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<{ data: { id: number } }>().data.id
  }
  /** Groups are named by one of their texts, and nobody knows by which. */
  const shown = (answer: Awaited<ReturnType<typeof ask>>) =>
    JSON.stringify(answer, (key, value: unknown) =>
      key !== 'size' && typeof value === 'string' && answer.query.startsWith('/')
        ? value.trimEnd().toLowerCase()
        : value,
    )
  const compare = async () => {
    for (const query of [...LISTS, ...AGGREGATES]) {
      const expected = await ask(plain, query)
      expect(expected).toMatchObject({ status: 200 })
      for (let times = 0; times < 4; times += 1) expect(shown(await ask(keeping, query))).toBe(shown(expected))
      const page = `${query}&pagination[pageSize]=3&filters[id][$gt]=0`
      if (!query.startsWith('/')) expect(await ask(keeping, page)).toEqual(await ask(plain, page))
    }
  }

  beforeAll(async () => {
    const database = await freshDatabase(client)
    const folder = projectFolder()
    const first = await buildTestApp({ folder, database })
    ids = []
    for (const [number, value] of [...VALUES, ...VALUES].entries())
      ids.push(
        await send(first, 'POST', '', {
          name: value,
          code: value,
          kind: KINDS[number % KINDS.length],
          size: number % 5,
        }),
      )
    await first.close()
    await alter(database)
    keeping = await buildTestApp({ folder, database, cache: { responses: true, totals: true, columnsFrom: 1 } })
    plain = await buildTestApp({ folder, database, cache: { responses: false, totals: false } })
  })

  test('lists, orders and aggregates are those that the database finds', compare)

  test('so they are after a write', async () => {
    await send(keeping, 'POST', '', { name: 'ABC', code: 'abc ', kind: 'News', size: 3 })
    await compare()
    await send(keeping, 'PUT', `/${ids[4]}`, { name: 'aBc', code: 'abc  ', kind: 'news' })
    await compare()
  })
})
