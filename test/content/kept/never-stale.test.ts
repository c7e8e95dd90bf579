/**
 * Readers on three servers, of which one keeps nothing, while an entry is changed by two of them and by somebody who only knows SQL: no answer is older
 * than the last change that was acknowledged before its request began, be it read, kept or a 304.
 */
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { grant } from '../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { startedDatabase } from '../../support/prepared-database.ts'
import { PROJECT } from '../write/write-app.ts'

/** Has the title of the entry as the name of a group. */
const AGGREGATE = 'items/aggregate?groupBy[]=title&filters[code]=first'
const READERS = 6
const CHANGES = 120
/** After so many changes there is a time without any. */
const CHANGES_IN_A_ROW = 10

/** Runs SQL as another program would. */
function openForeign(database: DatabaseConfig): { run(text: string): Promise<unknown>; close(): Promise<unknown> } {
  if (database.client === 'postgres') {
    const sql = postgres(database.url, { max: 1 })
    return { run: text => sql.unsafe(text), close: () => sql.end() }
  }
  const file = new Sqlite(database.filename)
  return { run: async text => file.exec(text), close: async () => file.close() }
}

async function mayAggregate(database: DatabaseConfig): Promise<void> {
  const { schema: files } = await loadSchema(PROJECT)
  const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, files, { log: () => {} })
  await grant(storage.database, storage.schema, { role: 'public', type: 'item', actions: ['aggregate'] })
  await storage.database.close()
}

describe.each(CLIENTS)('on %s', client => {
  let addresses: readonly string[]
  let foreign: ReturnType<typeof openForeign>
  let id: number
  let acknowledged = 0

  const send = async (address: string, method: string, path: string, data: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${address}/api/${path}`, { method, headers, body: JSON.stringify({ data }) })
    const answer = (await response.json()) as { data: { id: number } }
    expect(response.status).toBe(200)
    return answer.data.id
  }

  beforeAll(async () => {
    const database = await startedDatabase(client, PROJECT)
    await mayAggregate(database)
    const open = async (responses: boolean) => {
      const input = { folder: PROJECT, database, dialect: 'strapi4', development: false } as const
      return (await (await buildTestApp({ ...input, cache: { announcedOnly: false, responses } })).listen()).address
    }
    addresses = [await open(true), await open(true), await open(false)]
    foreign = openForeign(database)
    id = await send(addresses[0]!, 'POST', 'items', { title: '0', code: 'first' })
    await send(addresses[1]!, 'POST', 'items', { title: '0', code: 'second' })
  })
  afterAll(() => foreign.close())

  const change = async (number: number) => {
    if (number % 3 === 2) await foreign.run(`update items set title = '${number}' where id = ${id}`)
    else await send(addresses[number % 3]!, 'PUT', `items/${id}`, { title: String(number) })
    acknowledged = number
  }

  test('nobody sees what was before', async () => {
    const paths = [
      `items/${id}`,
      `items?filters[code]=first`,
      `items?sort=id&populate=*`,
      `items/${id}?fields=title`,
      AGGREGATE,
    ]
    const wrong: unknown[] = []
    const seen = { anew: 0, unchanged: 0 }
    const asked = Array.from({ length: READERS }, () => 0)
    let ended = false
    const reader = async (seed: number) => {
      const known = new Map<string, { readonly tag: string; readonly number: number }>()
      for (let round = seed; !ended; round += 1) {
        const url = `${addresses[seed % addresses.length]}/api/${paths[round % paths.length]}`
        const before = known.get(url)
        const floor = acknowledged
        const headers: Record<string, string> = before === undefined ? {} : { 'if-none-match': before.tag }
        const response = await fetch(url, { headers })
        const text = await response.text()
        const number = response.status === 304 ? before!.number : Number(/"title":"(\d+)"/.exec(text)?.[1])
        seen[response.status === 304 ? 'unchanged' : 'anew'] += 1
        if (!(number >= floor)) wrong.push({ url, status: response.status, number, floor })
        known.set(url, { tag: response.headers.get('etag') ?? '', number })
        asked[seed]! += 1
      }
    }
    // Long enough for each reader to ask for everything three times, however busy the machine is.
    const pause = async () => {
      const goals = asked.map(count => count + 3 * paths.length)
      while (goals.some((goal, seed) => asked[seed]! < goal)) await setTimeout(5)
    }
    const readers = Promise.all(Array.from({ length: READERS }, (_, seed) => reader(seed)))
    for (let number = 1; number <= CHANGES; number += 1) {
      await change(number)
      if (number % CHANGES_IN_A_ROW === 0) await pause()
    }
    ended = true
    await readers
    expect(wrong).toEqual([])
    expect(seen.anew).toBeGreaterThan(CHANGES)
    // Without a change, what a reader asks for the second time is a 304 at the latest the third time.
    expect(seen.unchanged).toBeGreaterThanOrEqual((CHANGES / CHANGES_IN_A_ROW) * READERS * paths.length)
  })

  test('equal requests at the same time are answered alike, and a list keeps its total right', async () => {
    for (let round = 0; round < 10; round += 1) {
      await send(addresses[round % 2]!, 'POST', 'items', { title: 'more', code: `more ${client} ${round}` })
      const url = `${addresses[0]}/api/items?publicationState=preview&pagination[pageSize]=1&pagination[page]=${round + 2}`
      const answers = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(url)).text()))
      expect(new Set(answers).size).toBe(1)
      expect(JSON.parse(answers[0]!).meta.pagination.total).toBe(round + 3)
      expect(JSON.parse(answers[0]!).data).toHaveLength(1)
    }
  })
})
