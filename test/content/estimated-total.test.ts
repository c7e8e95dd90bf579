/** `withCount=estimate`: exact for short lists, and marked where it may be wrong for long ones. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { foreign, manyArticles } from '../support/foreign-rows.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'

const MANY = 10_500

describe.each(CLIENTS)('estimated totals on %s', client => {
  let app: App
  /** Finds lists in columns that it keeps. */
  let keeping: App
  let database: DatabaseConfig
  let total: number

  const pagination = async (query: string, of = app) => {
    const headers = await headersOf('full-access')
    const answer = await of.inject({ url: `/api/articles?fields=id&${query}`, headers })
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<{ meta: { pagination: Record<string, unknown> } }>().meta.pagination
  }
  const ESTIMATE = 'pagination[withCount]=estimate'

  beforeAll(async () => {
    database = await worldDatabase(client)
    await foreign(database, manyArticles(client, MANY))
    const options = { folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'document' } as const
    const cache = { responses: true, totals: true, announcedOnly: false }
    app = await buildTestApp({ ...options, cache: { ...cache, columnsFrom: 0 } })
    keeping = await buildTestApp({ ...options, cache: { ...cache, columnsFrom: 1000 } })
  })

  test('a list that was never counted has at least so many', async () => {
    expect(await pagination(ESTIMATE)).toEqual({
      page: 1,
      pageSize: 25,
      pageCount: 401,
      total: 10_001,
      estimated: true,
    })
    expect(await pagination(`${ESTIMATE}&pagination[start]=5&pagination[limit]=5`)).toEqual({
      ...{ start: 5, limit: 5, total: 10_001, estimated: true },
    })
    expect(await pagination(`${ESTIMATE}&pagination[after]=`)).toMatchObject({ total: 10_001, estimated: true })
  })

  test('where the list is found in memory, the total is exact', async () => {
    let asked = 0
    const again = () =>
      pagination(`${ESTIMATE}&filters[id][$gte]=1003&pagination[pageSize]=${10 + (asked++ % 90)}`, keeping)
    await expect.poll(again, { timeout: 20_000 }).toMatchObject({ total: MANY - 2 })
    expect(await again()).not.toHaveProperty('estimated')
  })

  test('an exact total is used as long as it is right, and as an estimate afterwards', async () => {
    total = Number((await pagination('')).total)
    expect(total).toBeGreaterThan(MANY)
    const countedBefore = async () => {
      await pagination('')
      return pagination(`${ESTIMATE}&pagination[pageSize]=10`)
    }
    // PostgreSQL looks after new tables by itself, which may drop what is kept.
    await expect.poll(countedBefore, { timeout: 20_000 }).toEqual({
      ...{ page: 1, pageSize: 10, pageCount: Math.ceil(total / 10), total },
    })
    await foreign(database, 'delete from articles where id = 1003')
    expect(await pagination(`${ESTIMATE}&pagination[pageSize]=10`)).toMatchObject({ total, estimated: true })
    expect(await pagination('pagination[pageSize]=10')).toMatchObject({ total: total - 1 })
  })

  test('short lists are exact', async () => {
    const few = `${ESTIMATE}&filters[id][$between][0]=1010&filters[id][$between][1]=1100`
    expect(await pagination(few)).toEqual({ page: 1, pageSize: 25, pageCount: 4, total: 91 })
  })
})
