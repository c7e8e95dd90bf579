/** Zones of many components that lead to zones again: planned and compiled for what the rows hold, and answered all the same. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { DEFAULT_API, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { planRead } from '../../../src/plan/read/plan-read.ts'
import type { LinkPlan, ReadPlan, VariantPlan } from '../../../src/plan/read/read-plan.ts'
import { WIRE_DIALECTS } from '../../../src/plan/wire-dialect.ts'
import { parseQuery } from '../../../src/query/parse-query.ts'
import { buildSchema } from '../../../src/schema/load/build-schema.ts'
import { compileRead } from '../../../src/sql/compile-read.ts'
import { sqliteDialect } from '../../../src/sql/sqlite.ts'
import { sqliteWire } from '../../../src/wire/sqlite-wire.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../../support/databases.ts'
import { componentFile, EVERYTHING, type Json, relation, typeFile } from '../../support/worlds/write-world.ts'

const COMPONENTS = Array.from({ length: 50 }, (_, index) => `part.b${index}`)

const FILES: Json = {
  ...typeFile('page', { title: { type: 'string' }, blocks: { type: 'dynamiczone', components: COMPONENTS } }),
  ...Object.assign(
    {},
    ...COMPONENTS.map(uid =>
      componentFile(uid, { text: { type: 'string' }, next: relation('oneToOne', 'api::page.page') }),
    ),
  ),
}

const FLAT = 'populate[0]=blocks'
/** Each of 50 components leads to a zone of 50. */
const NESTED = 'populate[blocks][populate][next][populate][0]=blocks'
const NODES = 1 + 50 + 50

function plan(search: string, limits = {}): ReadPlan {
  const { schema } = buildSchema(FILES)
  const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, ...limits, strictTypes: false }
  const context = { schema, access: EVERYTHING, dialect: WIRE_DIALECTS.document, settings, defaultLocale: 'en' }
  const type = schema.types.get('api::page.page')!
  return planRead(parseQuery(search, DEFAULT_LIMITS, WIRE_DIALECTS.document), type, { kind: 'collection' }, context)
}

const fastest = (work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const start = performance.now()
      work()
      return performance.now() - start
    }),
  )

describe('a zone of 50 components that lead to a zone of 50', () => {
  test('plans of equal parts are one', () => {
    const { entry } = plan(NESTED)
    const [blocks] = entry.children as readonly VariantPlan[]
    const next = [...blocks!.variants.values()].map(variant => (variant.entry.children[0] as LinkPlan).entry)
    expect(next).toHaveLength(50)
    expect(new Set(next).size).toBe(1)
  })

  test('each place counts for limits.populateNodes, planned once or not', () => {
    expect(() => plan(NESTED, { populateNodes: NODES })).not.toThrow()
    expect(() => plan(NESTED, { populateNodes: NODES - 1 })).toThrow('populates more than 100 nodes')
  })

  test('every table that may be read is known before a block is met', () => {
    const { tables } = compileRead(plan(NESTED), sqliteDialect(sqliteWire))
    const links = COMPONENTS.map((_, index) => `part_b_${index}_next_links`)
    const components = COMPONENTS.map(uid => uid.replace('.', '_'))
    expect([...tables].sort()).toEqual(['pages', 'pages_components', ...components, ...links].sort())
  })

  test('it takes little longer to prepare than the zone alone', () => {
    const prepare = (search: string) => fastest(() => compileRead(plan(search), sqliteDialect(sqliteWire)))
    // Planned in each place it took about 40 times as long.
    expect(prepare(NESTED) / prepare(FLAT)).toBeLessThan(6)
  })
})

describe.each(CLIENTS)('zones within zones on %s', client => {
  let app: App
  const statements: string[] = []

  beforeAll(async () => {
    const folder = temporaryFolder()
    const content = {
      'package.json': { name: 'zones', private: true },
      'content/permissions.json': { public: ['api::page.page.find', 'api::page.page.findOne'] },
      'content/page.json': [
        { $key: 'end', title: 'End', blocks: [{ __component: 'part.b7', text: 'seven' }] },
        {
          $key: 'start',
          title: 'Start',
          blocks: [
            { __component: 'part.b3', text: 'three', next: '@page/end' },
            { __component: 'part.b7', text: 'again', next: '@page/end' },
          ],
        },
      ],
    }
    for (const [path, json] of Object.entries({ ...FILES, ...content })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), JSON.stringify(json))
    }
    const database = await freshDatabase(client)
    app = await buildTestApp({ folder, database, onStatement: ({ text }) => statements.push(text) })
  })

  test('only the components that are there are asked for', async () => {
    const ask = () =>
      app.inject(
        `/api/pages/2?fields[0]=title&populate[blocks][fields][0]=text&${NESTED.replace('[0]=blocks', '[blocks][fields][0]=text')}&populate[blocks][populate][next][fields][0]=title`,
      )
    const end = (id: number) => ({
      data: { id: 1, attributes: { title: 'End', blocks: [{ id, __component: 'part.b7', text: 'seven' }] } },
    })
    for (const _ of ['first', 'again']) {
      const { data } = (await ask()).json()
      expect(data).toEqual({
        id: 2,
        attributes: {
          title: 'Start',
          blocks: [
            { id: 1, __component: 'part.b3', text: 'three', next: end(1) },
            { id: 2, __component: 'part.b7', text: 'again', next: end(1) },
          ],
        },
      })
    }
    statements.length = 0
    await ask()
    const read = statements.filter(text => /pages|part_/.test(text))
    // The page and its links, two kinds of blocks, the page that each leads to, its links, and its one kind of block.
    expect(read).toHaveLength(2 + 2 + 2 + 2 + 2)
    for (const uid of COMPONENTS.filter(name => name !== 'part.b3' && name !== 'part.b7'))
      expect(read.join('\n')).not.toMatch(new RegExp(`"${uid.replace('.', '_')}["_]`))
  })
})
