/** Filters through relations: read for each row, or once for all of them, they find the same entries in the same order. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_API, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { findListed } from '../../src/content/read/rows/find-root.ts'
import { type Condition, comparesRelated, readEach } from '../../src/plan/read/conditions/condition.ts'
import { planRead } from '../../src/plan/read/plan-read.ts'
import type { ReadPlan } from '../../src/plan/read/read-plan.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { compileRead, onlyIds } from '../../src/sql/compile-read.ts'
import { openStorage, type Storage } from '../../src/tables/open-storage.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS } from '../support/databases.ts'
import { copyDatabase } from '../support/prepared-database.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'
import { EVERYTHING } from '../support/worlds/write-world.ts'
import { PROPERTY_RUNS, PROPERTY_TIME } from './property-server.ts'
import { pathOf, type QueryModel, sampleQueries } from './query-generator.ts'
import { serialise } from './serialise.ts'
import { readStored } from './stored-values.ts'

describe.each(CLIENTS)('filters through relations on %s', client => {
  let storage: Storage
  let model: QueryModel

  beforeAll(async () => {
    const database = await copyDatabase(await adoptedConformanceDatabase(client))
    const { schema: files } = await loadSchema(CONFORMANCE_PROJECT)
    const app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4' })
    const get = async (url: string) => {
      const { statusCode, body } = await app.inject({ url })
      return { status: statusCode, body }
    }
    const readable = new Set<string>()
    for (const type of files.types.values())
      if (type.userDefined && !type.single && (await get(pathOf(type))).status === 200) readable.add(type.uid)
    model = { schema: files, readable, stored: await readStored(files, readable, get) }
    storage = await openStorage({ database, limits: DEFAULT_LIMITS }, files, { log: () => undefined })
    cleanUp(() => storage.database.close())
  })

  function plan(type: ContentType, text: string): ReadPlan {
    const { schema, database } = storage
    const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, strictTypes: database.dialect.strictTypes }
    const context = { schema, access: EVERYTHING, dialect: WIRE_DIALECTS.strapi4, settings, defaultLocale: 'en' }
    const request = parseQuery(text, DEFAULT_LIMITS, WIRE_DIALECTS.strapi4)
    return planRead(request, schema.types.get(type.uid) as ContentType, { kind: 'collection' }, context)
  }

  async function found(asked: ReadPlan, where: Condition) {
    const { database } = storage
    const program = compileRead({ ...onlyIds(asked), where }, database.dialect)
    const { rows, total } = await database.read(findListed(program, database.dialect, {}))
    return { ids: rows.map(({ keys: [id] }) => id), total }
  }

  it(
    'find the same',
    async () => {
      const queries = sampleQueries(model, { seed: 31, count: Math.ceil(3000 * PROPERTY_RUNS), depth: 0 })
      let compared = 0
      let passing = 0
      for (const { type, query } of queries) {
        const text = serialise(query)
        const asked = plan(type, text)
        if (asked.where === null || !comparesRelated(asked.where)) continue
        const each = await found(asked, readEach(asked.where))
        expect(await found(asked, readOnce(asked.where)), `${pathOf(type)}?${text}`).toEqual(each)
        compared++
        if (each.ids.length > 0) passing++
      }
      expect(compared).toBeGreaterThan(50 * PROPERTY_RUNS)
      expect(passing).toBeGreaterThan(20 * PROPERTY_RUNS)
    },
    PROPERTY_TIME,
  )
})

/** Every relation at every depth. */
function readOnce(condition: Condition): Condition {
  if (condition.kind === 'all' || condition.kind === 'any')
    return { ...condition, items: condition.items.map(readOnce) }
  if (condition.kind !== 'some') return condition
  return { ...condition, condition: readOnce(condition.condition), readOnce: true }
}
