/** Entries that are requested at the same time with the same query are read together, and are otherwise independent. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { Config, DatabaseConfig } from '../../../src/config/config.ts'
import type { SeenStatement } from '../../../src/sql/statement.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { PROJECT } from '../write/write-app.ts'

const QUERY = 'populate[owner][populate]=items&populate[tags]=true&populate[blocks]=true'
const LABELS_EACH = 2

describe.each(CLIENTS)('on %s', client => {
  let database: DatabaseConfig
  let statements = 0
  const open = (cache: Partial<Config['cache']>, limits = {}, onStatement = (_text: string) => {}) => {
    const count = ({ text }: SeenStatement) => {
      statements += 1
      onStatement(text)
    }
    return buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', cache, limits, onStatement: count })
  }
  const read = async (app: App, id: number) => {
    const { statusCode, body } = await app.inject({ url: `/api/items/${id}?${QUERY}` })
    return { status: statusCode, body }
  }
  const counted = async <T>(work: () => Promise<T>) => {
    const before = statements
    const result = await work()
    return { result, statements: statements - before }
  }
  const one = async <T>(app: App, ids: readonly number[], each: (app: App, id: number) => Promise<T>) => {
    const all: T[] = []
    for (const id of ids) all.push(await each(app, id))
    return all
  }

  let plain: App
  const items: number[] = []
  const labels: number[] = []
  beforeAll(async () => {
    database = await freshDatabase(client)
    plain = await open({ responses: false, totals: false })
    const create = async (path: string, data: unknown) => {
      const { statusCode, body } = await plain.inject({ method: 'POST', url: `/api/${path}`, payload: { data } })
      expect([statusCode, body]).toEqual([200, body])
      return (JSON.parse(body) as { data: { id: number } }).data.id
    }
    const people = [await create('people', { name: 'ann' }), await create('people', { name: 'bob' })]
    for (let number = 0; number < 12; number += 1) {
      const own: number[] = []
      for (let label = 0; label < (number < 6 ? LABELS_EACH : 0); label += 1)
        own.push(await create('labels', { name: `${number}-${label}` }))
      labels.push(...own)
      items.push(
        await create('items', { title: `item ${number}`, code: `c${number}`, owner: people[number % 2], tags: own }),
      )
    }
  }, 120_000)

  test('the same bytes as one after the other, with few statements; some do not exist', async () => {
    const missing = Array.from({ length: 30 }, (_, index) => 90_000 + index)
    const ids = [...items, ...missing, items[0]!]
    const alone = await counted(() => one(plain, ids, read))
    const together = await counted(() => Promise.all(ids.map(id => read(plain, id))))
    expect(together.result).toEqual(alone.result)
    expect(together.result.map(({ status }) => status)).toEqual([
      ...items.map(() => 200),
      ...missing.map(() => 404),
      200,
    ])
    expect(together.statements).toBeLessThan(alone.statements / 4)
  })

  test('the limit of an answer applies to each of them', async () => {
    const tight = await open({ responses: false, totals: false }, { answerEntries: LABELS_EACH + 8 })
    const ids = items.slice(0, 6)
    const answers = await Promise.all(ids.map(id => read(tight, id)))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  })

  test('a change ends only the answers that show it', async () => {
    let hasLooked = false
    const keeping = await open({ responses: true, totals: true, announcedOnly: true }, {}, text => {
      hasLooked ||= text.includes('strapi_webhooks')
    })
    // By itself, once after its start: whether there is anything to send.
    await expect.poll(() => hasLooked, { timeout: 30_000 }).toBe(true)
    const ids = items.slice(0, 6)
    await Promise.all(ids.map(id => read(keeping, id)))
    expect((await counted(() => one(keeping, ids, read))).statements).toBe(0)
    const url = `/api/labels/${labels[0]}`
    expect((await keeping.inject({ method: 'PUT', url, payload: { data: { name: 'new' } } })).statusCode).toBe(200)
    expect((await counted(() => one(keeping, ids.slice(1), read))).statements).toBe(0)
    const changed = await counted(() => read(keeping, ids[0]!))
    expect(changed.statements).toBeGreaterThan(0)
    expect(changed.result.body).toContain('"name":"new"')
  })
})
