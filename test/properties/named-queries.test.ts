/** A named query answers byte for byte as the query that it stands for. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '../support/fixed-seed.ts'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS } from '../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'
import { PROPERTY_RUNS, PROPERTY_TIME, startPropertyServer } from './property-server.ts'
import { pathOf, type QueryPart, sampleQueries, type TypedQuery } from './query-generator.ts'
import { serialise } from './serialise.ts'

const COUNT = 40 * PROPERTY_RUNS

/** Values of filters become parameters; everything else stays. */
class Parametrised {
  readonly parameters: Record<string, object> = {}
  readonly given: Record<string, QueryPart> = {}

  filters(part: QueryPart): unknown {
    if (Array.isArray(part)) return part.map(item => this.filters(item))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, this.#member(key, value)]))
  }

  #member(key: string, value: QueryPart): unknown {
    if (/^\$(and|or|not)$/.test(key)) return this.filters(value)
    if (typeof value === 'string') return this.#place({ type: 'string' }, value)
    if (isTexts(value)) return this.#place({ type: 'list', of: { type: 'string' } }, value)
    return this.filters(value)
  }

  #place(rule: object, value: QueryPart): object {
    const name = `p${Object.keys(this.parameters).length}`
    this.parameters[name] = { ...rule, required: true, example: value }
    this.given[name] = value
    return { $param: name }
  }
}

function isTexts(value: QueryPart): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
}

function named({ type, query }: TypedQuery) {
  const made = new Parametrised()
  const { filters, ...rest } = query
  const whole = filters === undefined ? rest : { ...rest, filters: made.filters(filters) }
  const { parameters, given } = made
  return { definition: { type: type.uid, query: whole, parameters }, given }
}

describe.each(CLIENTS)('named queries on %s', client => {
  it(
    'answer as the plain ones',
    async () => {
      const database = await conformanceDatabase(client)
      const plain = await startPropertyServer(database)
      const queries = sampleQueries(plain.model, { seed: 18, count: COUNT })
      const folder = await mkdtemp(join(tmpdir(), 'populus-named-'))
      cleanUp(() => rm(folder, { recursive: true, force: true }))
      await cp(CONFORMANCE_PROJECT, folder, { recursive: true })
      await mkdir(join(folder, 'queries'))
      const all = queries.map(query => ({ ...query, ...named(query) }))
      for (const [index, { definition }] of all.entries())
        await writeFile(join(folder, 'queries', `q${index}.json`), JSON.stringify(definition))
      const app = await buildTestApp({ folder, database, dialect: 'strapi4' })
      let withParameters = 0
      for (const [index, { type, query, given }] of all.entries()) {
        const expected = await plain.get(`${pathOf(type)}?${serialise(query)}`)
        const answer = await app.inject(`/api/queries/q${index}?${serialise(given)}`)
        expect([answer.statusCode, answer.payload], serialise(query)).toEqual([expected.status, expected.body])
        if (Object.keys(given).length > 0) withParameters += 1
      }
      expect(withParameters).toBeGreaterThan(COUNT / 5)
    },
    PROPERTY_TIME,
  )
})
