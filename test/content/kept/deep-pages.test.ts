/** Pages far from the beginning of a list start from a place that an earlier page has left. They are those that the database finds. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { foreign } from '../../support/foreign-rows.ts'
import { Random } from './exact/random.ts'

const SEED = Number(process.env.PROPERTY_SEED ?? 1)
const ROUNDS = Math.ceil(Number(process.env.CROWD_QUERIES ?? 240) / 24)
/** More than the most ids that are kept of a list. */
const ROWS = 21_000

const TYPES = {
  row: { name: { type: 'string' }, size: { type: 'integer' }, big: { type: 'biginteger' }, share: { type: 'float' } },
  person: { name: { type: 'string' } },
}

function projectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'populus-deep-'))
  for (const [name, attributes] of Object.entries(TYPES)) {
    const place = join(folder, `src/api/${name}/content-types/${name}`)
    mkdirSync(place, { recursive: true })
    const owner = { type: 'relation', relation: 'manyToOne', target: 'api::person.person' }
    const schema = {
      kind: 'collectionType',
      collectionName: `${name}s`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      attributes: name === 'row' ? { ...attributes, owner } : attributes,
    }
    writeFileSync(join(place, 'schema.json'), JSON.stringify(schema))
  }
  mkdirSync(join(folder, 'content'))
  const rights = ['row', 'person'].flatMap(name =>
    ['find', 'create', 'update', 'delete'].map(action => `api::${name}.${name}.${action}`),
  )
  writeFileSync(join(folder, 'content/permissions.json'), JSON.stringify({ public: rights }))
  cleanUp(() => rm(folder, { recursive: true }))
  return folder
}

/** Few different values, some missing, and a text that ends early for those who read it up to its first NUL. */
async function fill(database: DatabaseConfig): Promise<void> {
  const numbers =
    database.client === 'postgres'
      ? `select n from generate_series(1, ${ROWS}) n`
      : `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${ROWS}) select n from n`
  const text = database.client === 'postgres' ? `'it''s ' || (n % 90)` : `'it''s ' || char(0) || (n % 90)`
  await foreign(
    database,
    `insert into rows (name, size, big, share) select case when n % 7 = 0 then null else ${text} end,
       nullif(n % 5, 3), 9223372036854775807 - n % 3, n % 11 / 7.0 from (${numbers}) as numbers`,
  )
  // No entry has the number of rows before it as its id.
  await foreign(database, 'delete from rows where id < 4')
  await foreign(database, `insert into persons (name) values ('ann'), ('bob'), (null)`)
  await foreign(
    database,
    'insert into rows_owner_links (row_id, person_id) select id, 1 + id % 3 from rows where id % 4 > 0',
  )
}

const SORTS = [
  '',
  'id:desc',
  'name',
  'name:desc',
  'size',
  'size:desc',
  'big:desc',
  'share',
  'owner.name',
  'owner.name:desc',
]
const FILTERS = ['', '', 'filters[size][$ne]=2', 'filters[share][$lt]=1.2', 'filters[owner][name][$ne]=bob']

function randomQuery(random: Random): string {
  const parts = ['fields[0]=name', random.pick(FILTERS)]
  const sort = random.pick(SORTS)
  if (sort !== '') parts.push(`sort[0]=${sort}${random.chance(0.3) ? '&sort[1]=share:desc' : ''}`)
  return parts.filter(part => part !== '').join('&')
}

const page = (start: number, limit: number) => `pagination[start]=${start}&pagination[limit]=${limit}`

describe.each(CLIENTS)('on %s', client => {
  let keeping: App
  let plain: App
  let values: unknown[][] = []

  const ask = async (app: App, query: string) => {
    const { statusCode, payload } = await app.inject({ url: `/api/rows?${query}` })
    return `${statusCode} ${payload}`
  }
  const compare = async (query: string) =>
    expect({ query, answer: await ask(keeping, query) }).toEqual({ query, answer: await ask(plain, query) })
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => {
    const payload = data === undefined ? {} : { payload: { data } }
    const answer = await keeping.inject({ method, url: `/api/${path}`, ...payload })
    expect(answer.statusCode, answer.payload).toBe(200)
  }

  beforeAll(async () => {
    const database = await freshDatabase(client)
    const folder = projectFolder()
    const open = (cache: object, onStatement?: (statement: { values: readonly unknown[] }) => void) =>
      buildTestApp({ folder, database, dialect: 'document', cache, ...(onStatement && { onStatement }) })
    plain = await open({ responses: false, totals: false })
    await fill(database)
    const keep = { responses: false, totals: true, columnsFrom: 0 }
    keeping = await open(keep, statement => values.push([...statement.values]))
  })

  /** Whether any statement skips all rows before the page. */
  const skipsAll = async (query: string, start: number) => {
    values = []
    await compare(`${query}&${page(start, 10)}`)
    return values.some(bound => bound.map(Number).includes(start))
  }

  test.each(['', 'sort=name', 'sort[0]=size:desc&sort[1]=name', 'sort=owner.name', 'filters[size][$ne]=2'])(
    'the next page starts where the last one has ended: %s',
    async list => {
      const query = `${list}&pagination[withCount]=false`
      expect(await skipsAll(query, 12_000)).toBe(true)
      expect(await skipsAll(query, 12_010)).toBe(false)
      expect(await skipsAll(query, 13_500)).toBe(false)
      expect(await skipsAll(query, 11_900)).toBe(true)
      await send('PUT', 'rows/5', { size: 1 })
      await send('POST', 'rows', { name: 'new', size: 1 })
      expect(await skipsAll(query, 12_020)).toBe(true)
      expect(await skipsAll(query, 12_030)).toBe(false)
    },
  )

  test('a change of what is only shown leaves the places of a list', async () => {
    const query = 'sort=size&pagination[withCount]=false'
    await skipsAll(query, 15_000)
    await send('PUT', 'rows/7', { name: 'other' })
    expect(await skipsAll(query, 15_010)).toBe(false)
    await send('PUT', 'rows/7', { size: 4 })
    expect(await skipsAll(query, 15_020)).toBe(true)
  })

  test('every page is that of a server that keeps nothing, while rows are written', {
    timeout: 240_000 + ROUNDS * 5000,
  }, async () => {
    const random = new Random(SEED)
    for (let round = 0; round < ROUNDS; round += 1) {
      const query = randomQuery(random)
      for (let times = 0; times < 6; times += 1) {
        const counted = random.pick(['', '', '&pagination[withCount]=false', '&pagination[links]=true'])
        await compare(`${query}&${page(10_001 + random.below(ROWS - 10_000), 1 + random.below(30))}${counted}`)
      }
      const id = 1 + random.below(ROWS)
      await random.pick([
        () => send('POST', 'rows', { name: 'b', owner: 1 }),
        () => send('PUT', `rows/${id}`, { name: 'c', size: random.below(4) }),
        () => send('PUT', `rows/${id}`, { owner: 2 }),
        () => send('DELETE', `rows/${id}`).catch(() => undefined),
        () => send('PUT', 'persons/1', { name: random.pick(['ann', 'zoe']) }),
        async () => undefined,
      ])()
    }
  })
})
