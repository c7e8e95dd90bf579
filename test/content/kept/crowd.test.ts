/**
 * A crowd in which nobody asks what somebody else has asked: different lists over the same entries, while entries are written.
 *
 * `CROWD_QUERIES=20000` asks so many questions on each database, over a tenth as many entries.
 */
import { describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, type Client, freshDatabase } from '../../support/databases.ts'
import { PROJECT } from '../write/write-app.ts'
import { Random } from './exact/random.ts'

const QUERIES = Number(process.env.CROWD_QUERIES ?? 300)
const ENTRIES = Math.max(60, QUERIES / 10)
const AT_ONCE = 16
const SEED = Number(process.env.PROPERTY_SEED ?? 1)

const SHOWN = ['', '&populate=*', '&fields[0]=title&populate[owner][populate]=items', '&populate[tags][fields][0]=name']
const SORTS = ['', '&sort=title:desc', '&sort=owner.name', '&sort[0]=code&sort[1]=id:desc']

describe.each(CLIENTS)('on %s', client => {
  test('every answer is that of a server that keeps nothing', { timeout: 120_000 + QUERIES * 200 }, async () => {
    const crowd = await openCrowd(client)
    const asked = new Set<string>()
    while (asked.size < QUERIES) {
      const queries = Array.from({ length: AT_ONCE }, crowd.query).filter(query => !asked.has(query))
      for (const query of queries) asked.add(query)
      await crowd.compare(queries)
    }
  })
})

interface Crowd {
  query(): string
  /** Asks while an entry is written. Each answer shows what was there before, or what was there afterwards, and no mixture. */
  compare(queries: readonly string[]): Promise<void>
}

async function openCrowd(client: Client): Promise<Crowd> {
  const database = await freshDatabase(client)
  const open = (cache: object) => buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', cache })
  const keeping = await open({ responses: true, totals: true, announcedOnly: true })
  const plain = await open({ responses: false, totals: false, size: 0 })
  const random = new Random(SEED)
  const send = async (method: 'POST' | 'PUT', path: string, data: unknown) => {
    const { statusCode, body } = await keeping.inject({ method, url: `/api/${path}`, payload: { data } })
    expect([statusCode, body]).toEqual([200, body])
    return (JSON.parse(body) as { data: { id: number } }).data.id
  }
  const people = [await send('POST', 'people', { name: 'ann' }), await send('POST', 'people', { name: 'bob' })]
  const labels = [await send('POST', 'labels', { name: 'red' }), await send('POST', 'labels', { name: 'blue' })]
  const items: number[] = []
  for (let number = 0; number < ENTRIES; number += 1) {
    const links = { owner: people[number % 2], tags: labels.slice(number % 3) }
    items.push(await send('POST', 'items', { title: `item ${number % 20}`, code: `c${number}`, ...links }))
  }
  let writes = 0
  const write = () => {
    writes += 1
    const data = { title: `item ${random.below(20)}`, owner: random.pick(people), tags: random.picks(labels, 1) }
    return random.below(4) === 0
      ? send('PUT', `labels/${random.pick(labels)}`, { name: `label ${writes}` })
      : send('PUT', `items/${random.pick(items)}`, data)
  }
  const ask = (app: App, queries: readonly string[]) =>
    Promise.all(
      queries.map(async query => {
        const answer = await app.inject({ url: `/api/items?${query}` })
        return `${answer.statusCode} ${answer.body}`
      }),
    )
  return {
    query: () => randomQuery(random, items),
    compare: async queries => {
      const before = await ask(plain, queries)
      const [kept] = await Promise.all([ask(keeping, queries), write()])
      const after = await ask(plain, queries)
      for (const [index, query] of queries.entries()) {
        const shown = kept[index]!
        if (shown !== before[index]) expect({ query, shown }).toEqual({ query, shown: after[index] })
      }
    },
  }
}

function randomQuery(random: Random, items: readonly number[]): string {
  const id = random.pick(items)
  const filters = random.pick([
    () => `filters[id][$gte]=${id}`,
    () => `filters[code]=c${random.below(items.length)}`,
    () => `filters[title][$containsi]=M%20${random.below(20)}&filters[id][$lt]=${id}`,
    () => `filters[owner][name]=${random.pick(['ann', 'bob'])}&filters[id][$ne]=${id}`,
    () => `filters[id][$in][0]=${id}&filters[id][$in][1]=${random.pick(items)}`,
    () => `pagination[start]=${random.below(items.length)}&pagination[limit]=${1 + random.below(30)}`,
  ])()
  return `${filters}${random.pick(SORTS)}${random.pick(SHOWN)}`
}
