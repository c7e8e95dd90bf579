/** Lists of long tables are found in columns kept in memory. Whatever is asked and written, they are those that the database finds. */
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
import { type ForeignProgram, openForeignProgram, runNow } from './exact/foreign-program.ts'
import { Random } from './exact/random.ts'

const SEED = Number(process.env.PROPERTY_SEED ?? 1)
const ROUNDS = Math.ceil(Number(process.env.CROWD_QUERIES ?? 240) / 6)

const ATTRIBUTES = {
  code: { type: 'uid' },
  name: { type: 'string' },
  size: { type: 'integer' },
  open: { type: 'boolean' },
  kind: { type: 'enumeration', enum: ['news', 'guide', 'essay'] },
  at: { type: 'datetime' },
  price: { type: 'decimal' },
}

function projectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'populus-columns-'))
  const place = join(folder, 'src/api/row/content-types/row')
  mkdirSync(place, { recursive: true })
  const schema = {
    kind: 'collectionType',
    collectionName: 'rows',
    info: { singularName: 'row', pluralName: 'rows', displayName: 'Row' },
    options: { draftAndPublish: true },
    attributes: ATTRIBUTES,
  }
  writeFileSync(join(place, 'schema.json'), JSON.stringify(schema))
  mkdirSync(join(folder, 'content'))
  const rights = ['find', 'create', 'update', 'delete', 'aggregate'].map(action => `api::row.row.${action}`)
  writeFileSync(join(folder, 'content/permissions.json'), JSON.stringify({ public: rights }))
  cleanUp(() => rm(folder, { recursive: true }))
  return folder
}

const SORTS = ['', 'id:desc', 'size', 'size:desc', 'name', 'name:desc', 'at:desc', 'open', 'kind:desc', 'price']
/** Outside of what a column can hold, too. */
const NUMBERS = ['-1', '0', '2', '2.5', '7', '-1073741824', '-2147483648', '2147483647']

const PATTERN_OPERATORS = ['$contains', '$containsi', '$startsWith', '$startsWithi', '$endsWith', '$endsWithi', '$eqi']
const PARTS = [
  'a',
  'A',
  'e',
  'N',
  'news',
  '1',
  '%C3%A9',
  '%C3%89',
  'k',
  '%25',
  '_',
  '%5C',
  'row 1',
  'zz',
  '%F0%9F%8C%B1',
]

function randomFilter(random: Random): string {
  const number = () => random.pick(NUMBERS)
  return random.pick([
    () => `filters[size][${random.pick(['$eq', '$lt', '$lte', '$gt', '$gte', '$ne'])}]=${Math.trunc(Number(number()))}`,
    () => `filters[size][$in][0]=${Math.trunc(Number(number()))}&filters[size][$in][1]=3`,
    () => `filters[size][$between][0]=-2&filters[size][$between][1]=${random.below(9)}`,
    () => `filters[id][${random.pick(['$lt', '$gte', '$ne'])}]=${1 + random.below(60)}`,
    () => `filters[open]=${random.pick(['true', 'false'])}`,
    () => `filters[kind]=${random.pick(['news', 'guide', 'other'])}`,
    () => `filters[${random.pick(['name', 'code', 'kind'])}][${random.pick(PATTERN_OPERATORS)}]=${random.pick(PARTS)}`,
    () => `filters[kind][$in][0]=news&filters[kind][$in][1]=essay`,
    () => `filters[${random.pick(['size', 'kind', 'open', 'at', 'name'])}][${random.pick(['$null', '$notNull'])}]=true`,
    () => `filters[$or][0][size][$gt]=4&filters[$or][1][kind]=guide`,
    () => `filters[$or][0][open]=true&filters[$or][1][$and][0][size][$lt]=3&filters[$or][1][$and][1][kind]=news`,
    () => `filters[$not][size][$gt]=${random.below(5)}`,
    () => `filters[code]=c${random.below(70)}`,
    () => `filters[code][$in][0]=c${random.below(70)}&filters[code][$in][1]=c3&filters[code][$in][2]=c3`,
    () => `filters[id][$in][0]=${random.below(70)}&filters[id][$in][1]=5`,
    () => `filters[name][$contains]=a`,
    () => `filters[name]=${random.pick(['a', 'A', 'ab', '%C3%A4', ''])}`,
    () => `filters[name][$in][0]=b&filters[name][$in][1]=B`,
  ])()
}

function randomQuery(random: Random): string {
  const parts = Array.from({ length: random.below(4) }, () => randomFilter(random))
  const sort = random.pick(SORTS)
  if (sort !== '') parts.push(`sort[0]=${sort}${random.chance(0.3) ? '&sort[1]=size:desc' : ''}`)
  parts.push(`pagination[page]=${1 + random.below(4)}&pagination[pageSize]=${1 + random.below(20)}`)
  if (random.chance(0.3)) parts.push('publicationState=preview')
  if (random.chance(0.2)) parts.push('pagination[withCount]=false')
  return parts.join('&')
}

function randomAggregate(random: Random): string {
  const parts = Array.from({ length: random.below(3) }, () => randomFilter(random))
  const groups = random.pick([
    [],
    ['kind'],
    ['name'],
    ['open'],
    ['kind', 'open'],
    ['name', 'kind', 'open'],
    ['at:month'],
  ])
  const measures = ['sum', 'avg', 'min', 'max', 'countDistinct'].filter(() => random.chance(0.4))
  parts.push(...groups.map(group => `groupBy[]=${group}`), ...measures.map(measure => `${measure}[]=size`))
  if (measures.length === 0 || random.chance(0.5)) parts.push('count')
  if (random.chance(0.2)) parts.push('sum[]=price')
  const sorts = [
    ...groups.slice(0, 1),
    ...measures.map(measure => `${measure}.size`),
    ...(parts.includes('count') ? ['count'] : []),
  ]
  if (groups.length > 0) {
    if (random.chance(0.6)) parts.push(`sort=${random.pick(sorts)}:${random.pick(['asc', 'desc'])}`)
    parts.push(`pagination[page]=${1 + random.below(2)}&pagination[pageSize]=${1 + random.below(12)}`)
  }
  if (random.chance(0.3)) parts.push('publicationState=preview')
  return `/aggregate?${parts.join('&')}`
}

let codes = 0
/** The sign of the unit kelvin becomes a k, and a large i with a dot depends on the language. */
const NAMES = [
  'a',
  'b',
  'B',
  'ä',
  'ab',
  '',
  'Éa',
  'é N',
  '\u212a',
  'a%b',
  'a_B',
  'a\\b',
  '\u0130',
  'row 1',
  '🌱',
  'Ä k',
]

function randomRow(random: Random) {
  const maybe = <T>(value: T) => (random.chance(0.2) ? null : value)
  return {
    code: maybe(`c${codes++}`),
    name: maybe(random.pick(NAMES)),
    size: maybe(random.below(12) - 3),
    open: maybe(random.chance(0.5)),
    kind: maybe(random.pick(['news', 'guide', 'essay'])),
    at: maybe(new Date(1_600_000_000_000 + random.below(5) * 86_400_000).toISOString()),
    price: maybe(random.below(4) / 2),
    publishedAt: random.chance(0.7) ? '2024-01-01T00:00:00.000Z' : null,
  }
}

/** Reads all rows of the table, or looks through them: it is not about rows with certain ids. */
function isWhole(text: string): boolean {
  const reads = /^with|^select/.test(text) && text.includes('from "rows"')
  return reads && !/"id" (?:=|in|= any)/.test(text)
}

describe.each(CLIENTS)('on %s', client => {
  let alone: App
  let keeping: App
  let plain: App
  let foreign: ForeignProgram
  let database: DatabaseConfig
  let texts: string[] = []
  let onText: (text: string) => void = () => {}
  const random = new Random(SEED)
  const ids: number[] = []

  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => {
    const payload = data === undefined ? {} : { payload: { data } }
    const answer = await keeping.inject({ method, url: `/api/rows${path}?publicationState=preview`, ...payload })
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<{ data: { id: number } }>().data.id
  }
  const ask = async (app: App, query: string) => {
    const { statusCode, payload } = await app.inject({ url: `/api/rows${query.startsWith('/') ? query : `?${query}`}` })
    return `${statusCode} ${payload}`
  }
  const compare = async (queries: readonly string[], app = keeping) => {
    for (const query of queries)
      expect({ query, answer: await ask(app, query) }).toEqual({ query, answer: await ask(plain, query) })
  }
  /** Until the columns that it needs are there. */
  const warm = async (query: string, app = keeping) => {
    for (let times = 0; times < 4; times += 1)
      await ask(app, `${query}&pagination[page]=${times + 1}&pagination[pageSize]=3`)
  }

  beforeAll(async () => {
    database = await freshDatabase(client)
    const folder = projectFolder()
    const open = (cache: object, onStatement?: (statement: { text: string }) => void) =>
      buildTestApp({ folder, database, dialect: 'strapi4', cache, ...(onStatement && { onStatement }) })
    const keep = { responses: true, totals: true, columnsFrom: 1 }
    // What other programs do is nothing to this one.
    const record = ({ text }: { text: string }) => {
      texts.push(text)
      onText(text)
    }
    alone = await open({ ...keep, announcedOnly: true }, record)
    keeping = await open({ ...keep, announcedOnly: false }, record)
    plain = await open({ responses: false, totals: false })
    foreign = openForeignProgram(database)
    cleanUp(() => foreign.close())
    for (let number = 0; number < 60; number += 1) ids.push(await send('POST', '', randomRow(random)))
  })

  test('a list of a new filter, order and page takes no statement but for entries that were not read yet', async () => {
    const lists = [
      'filters[size][$gte]=1&filters[kind]=guide&sort=name&pagination[pageSize]=4',
      'filters[kind][$in][0]=essay&filters[kind][$in][1]=news&pagination[page]=2&pagination[pageSize]=3',
      'filters[$or][0][size][$lt]=2&filters[$or][1][kind]=news&sort=id:desc&pagination[pageSize]=5',
      'filters[name][$containsi]=B&pagination[pageSize]=5',
      'filters[name][$containsi]=a&sort=name&pagination[pageSize]=5',
    ]
    const searching = async (round: number) => {
      await warm(`filters[size][$gte]=0&sort=name&filters[id][$lt]=${1000 + round}`, alone)
      await warm(`filters[kind]=news&sort=name&filters[id][$lt]=${1000 + round}`, alone)
      await warm(`filters[name][$containsi]=b&filters[id][$lt]=${1000 + round}`, alone)
      await ask(alone, `pagination[pageSize]=100&filters[id][$lt]=${1000 + round}`)
      texts = []
      const asked = lists.map(list => `${list}&filters[id][$lt]=${2000 + round}`)
      await compare(asked, alone)
      return texts.filter(text => text.includes(' order by ') || text.includes('count(*), cast(null'))
    }
    // What another server writes for itself may drop what is kept.
    let round = 0
    const again = () => {
      round += 1
      return searching(round)
    }
    await expect.poll(again, { timeout: 20_000 }).toEqual([])
  })

  test('an aggregate that nobody has asked for yet takes a statement for the values of its groups alone', async () => {
    const aggregates = [
      'groupBy[]=kind&count&sum[]=size&avg[]=size&min[]=size&max[]=size&sort=count:desc',
      'groupBy[]=name&count&sort=name:desc',
      'groupBy[]=open&groupBy[]=kind&max[]=size',
      'count&avg[]=size',
    ]
    let round = 0
    const computing = async () => {
      round += 1
      for (const aggregate of aggregates) await ask(alone, `/aggregate?${aggregate}&filters[id][$lt]=${1000 + round}`)
      texts = []
      const asked = aggregates.map(aggregate => `/aggregate?${aggregate}&filters[id][$lt]=${2000 + round}`)
      await compare(asked, alone)
      return texts.filter(isWhole)
    }
    await expect.poll(computing, { timeout: 20_000 }).toEqual([])
  })

  test('after a write, only the rows that it has changed are read again', async () => {
    const lists = ['size', 'name:desc', 'kind'].map(
      sort => `filters[size][$gte]=-3&filters[name][$containsi]=a&sort=${sort}&publicationState=preview`,
    )
    const write = (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) =>
      alone.inject({ method, url: `/api/rows${path}`, ...(data && { payload: { data } }) })
    /** Until no list is left to the database. */
    let page = 0
    const ready = async () => {
      texts = []
      page += 1
      for (const list of lists) await ask(alone, `${list}&pagination[page]=${page}&pagination[pageSize]=2`)
      return texts.filter(isWhole)
    }
    await expect.poll(ready, { timeout: 20_000 }).toEqual([])
    const followed = async () => {
      texts = []
      const { id } = (await write('POST', '', { ...randomRow(random), name: 'b' })).json<{ data: { id: number } }>()
        .data
      await compare(lists, alone)
      await write('PUT', `/${id}`, { name: 'ab', size: 3 })
      await compare(lists, alone)
      await write('DELETE', `/${id}`)
      await compare(lists, alone)
      return texts.filter(isWhole)
    }
    // What another server writes for itself may drop what is kept.
    const again = async () => ((await ready()).length === 0 ? followed() : ['not ready'])
    await expect.poll(again, { timeout: 20_000 }).toEqual([])
  })

  test('however many orders lists have asked for, a write moves the few that were needed last', {
    timeout: 120_000,
  }, async () => {
    const names = ['name', 'size', 'at', 'price']
    const sorts = names.flatMap(one => names.flatMap(other => [`${one},${other}`, `${one}:desc,${other}`]))
    let turn = 0
    const isKept = async (sort: string) => {
      texts = []
      turn += 1
      await ask(alone, `sort=${sort}&filters[id][$lt]=${4000 + turn}&publicationState=preview&pagination[pageSize]=1`)
      return !texts.some(isWhole)
    }
    for (const sort of sorts) await expect.poll(() => isKept(sort), { timeout: 20_000 }).toBe(true)
    const data = { name: 'moved', size: 77, at: '2001-01-01T00:00:00.000Z', price: 77 }
    await alone.inject({ method: 'PUT', url: `/api/rows/${ids[0]}`, payload: { data } })
    expect(await isKept(sorts.at(-1)!)).toBe(true)
    const orders = texts.flatMap(text => / "rows" .*"id" (?:=|in).* order by (.*)/s.exec(text)?.[1] ?? [])
    const moved = new Set(orders.filter(order => !/^"\w+"\."id"/.test(order)))
    expect([moved.size, sorts.length]).toEqual([16, 32])
    expect(await isKept(sorts[0]!)).toBe(false)
  })

  test('rows that go while another one finds its place hold up no list', { timeout: 60_000 }, async () => {
    const add = (size: number) => send('POST', '', { size, publishedAt: null })
    const [before, moved, after] = [await add(100), await add(101), await add(103)]
    let page = 0
    const next = () => {
      texts = []
      page += 1
      const list = `filters[size][$gte]=-3&sort=size&publicationState=preview`
      return ask(alone, `${list}&pagination[page]=${page}&pagination[pageSize]=1`)
    }
    const kept = async () => {
      await next()
      return texts.filter(isWhole)
    }
    await expect.poll(kept, { timeout: 20_000 }).toEqual([])
    let isGone = false
    onText = text => {
      if (isGone || !/ "rows" .*"id" (?:=|in).* order by .*"size"/.test(text)) return
      isGone = true
      runNow(database, `delete from rows where id in (${before}, ${after})`)
    }
    await alone.inject({ method: 'PUT', url: `/api/rows/${moved}`, payload: { data: { size: 102 } } })
    await next()
    onText = () => {}
    expect(isGone).toBe(true)
  })

  test('every list is that of a server that keeps nothing, while rows are written', {
    timeout: 240_000 + ROUNDS * 1000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await compare(Array.from({ length: 6 }, () => randomQuery(random)))
      await compare(Array.from({ length: 3 }, () => randomAggregate(random)))
      const id = random.pick(ids)
      await random.pick([
        async () => ids.push(await send('POST', '', randomRow(random))),
        () => send('PUT', `/${id}`, randomRow(random)),
        () => send('PUT', `/${id}`, { name: random.pick(['a', 'z']) }),
        () => send('DELETE', `/${ids.splice(ids.indexOf(id), 1)[0]}`),
        () => foreign.run(`update rows set size = ${random.below(9)} where id = ${id}`),
        async () => undefined,
        async () => undefined,
      ])()
    }
  })

  test('a table is read in parts, and a list of any of them takes no statement', { timeout: 120_000 }, async () => {
    const [first, last] = [100_001, 145_000]
    const values = `n, 'long' || n, n % 1000, case n % 3 when 0 then 'news' else 'guide' end`
    const rows =
      client === 'sqlite'
        ? `with recursive n(n) as (select ${first} union all select n + 1 from n where n < ${last}) select ${values}, 1 from n`
        : `select ${values}, now() from generate_series(${first}, ${last}) n`
    await foreign.run(`insert into rows (id, code, size, kind, published_at) ${rows}`)
    const list = (size: number) => `filters[size][$gte]=${size}&filters[kind]=news&pagination[page]=60&fields=id`
    let size = 100
    const statements = async () => {
      size += 1
      await warm(`filters[size][$gte]=${size}&filters[kind]=news&fields=id`)
      texts = []
      await ask(keeping, list(900 - size))
      return texts.filter(text => text.includes(' order by ') || text.includes('count(*), cast(null'))
    }
    await expect.poll(statements, { timeout: 60_000, interval: 200 }).toEqual([])
    await compare([list(17), list(500), 'filters[size]=7&sort=id:desc', 'filters[code]=long120001'])
    await foreign.run(`delete from rows where id >= ${first}`)
  })

  test('values that a column cannot hold leave the list to the database', async () => {
    const [id] = ids
    const list = 'filters[size][$gt]=5&sort=size:desc&publicationState=preview'
    await foreign.run(`update rows set size = 2147483647 where id = ${id}`)
    await warm(list)
    await compare([list, 'filters[size][$lte]=2147483646', 'filters[size]=2147483647&publicationState=preview'])
    if (client !== 'sqlite') return
    await foreign.run(`update rows set size = 'many', kind = x'6e657773', open = 5 where id = ${id}`)
    for (const query of [list, 'filters[kind]=news', 'filters[open]=true']) await warm(query)
    await compare([list, 'filters[kind]=news&pagination[pageSize]=50', 'filters[open]=true&pagination[pageSize]=50'])
    await foreign.run(`update rows set name = 'a' || char(0) || 'hidden' where id = ${id}`)
    const searches = ['$containsi]=hidden', '$contains]=news', '$endsWith]=a'].map(
      (test, at) => `filters[${['name', 'kind', 'name'][at]}][${test}&publicationState=preview`,
    )
    for (const query of searches) await warm(query)
    await compare(searches)
  })
})
