/**
 * A random project on a database, behind three servers: two keep answers, one keeps nothing and says what is right. After
 * every write, random questions are asked again; whoever keeps must answer as the one that keeps nothing.
 */
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import postgres from 'postgres'
import type { App } from '../../../../src/app.ts'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../../../src/config/config.ts'
import { installTriggers } from '../../../../src/layout/migrate/announce-triggers.ts'
import { loadSchema } from '../../../../src/schema/load/load-schema.ts'
import type { Schema } from '../../../../src/schema/schema.ts'
import { aggregateOf } from '../../../properties/aggregate-queries.ts'
import { beyond } from '../../../properties/beyond-queries.ts'
import {
  anyQuery,
  pathOf,
  type QueryModel,
  queryOf,
  readableTypes,
  type TypedQuery,
} from '../../../properties/query-generator.ts'
import { serialise } from '../../../properties/serialise.ts'
import { readStored } from '../../../properties/stored-values.ts'
import { buildTestApp } from '../../../support/build-test-app.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { type Client, freshDatabase } from '../../../support/databases.ts'
import { Random } from './random.ts'
import { randomProject } from './random-project.ts'
import { RandomWrites, type Written } from './random-writes.ts'

const QUESTIONS = 30
const ENTRIES_EACH = 6
/** How often another program writes. Unannounced, it drops everything that is kept, so rarely. */
const FOREIGN = { unannounced: 0.02, announced: 0.3 }

export interface Mismatch {
  readonly path: string
  readonly kept: string
  readonly right: string
  readonly lastWrites: readonly unknown[]
}

export interface Outcome {
  readonly reads: number
  /** Reads of answers that were kept from before the last write. */
  readonly hits: number
  /** Writes that were accepted. */
  readonly writes: number
  readonly mismatch: Mismatch | undefined
}

export class ExactWorld {
  readonly #keeping: readonly App[]
  readonly #fresh: App
  /** How many statements the keeping servers have run. */
  readonly #asked: { statements: number }
  readonly #writes: RandomWrites
  readonly #random: Random
  readonly #foreign: (text: string) => Promise<unknown>
  readonly #schema: Schema
  /** Whether triggers announce what the other program writes. */
  readonly #announced: boolean
  #questions: readonly string[] = []

  private constructor(parts: {
    keeping: readonly App[]
    fresh: App
    asked: { statements: number }
    schema: Schema
    random: Random
    foreign: (text: string) => Promise<unknown>
    announced: boolean
  }) {
    this.#keeping = parts.keeping
    this.#fresh = parts.fresh
    this.#asked = parts.asked
    this.#random = parts.random
    this.#foreign = parts.foreign
    this.#schema = parts.schema
    this.#announced = parts.announced
    this.#writes = new RandomWrites(parts.schema, parts.random)
  }

  /** `aggregates`: a fifth of the questions are about what is computed from lists. */
  static async open(client: Client, seed: number, { aggregates = false } = {}): Promise<ExactWorld> {
    const random = new Random(seed)
    const folder = randomProject(random)
    const database = await freshDatabase(client)
    const input = { folder, database, dialect: 'strapi4', development: false } as const
    const asked = { statements: 0 }
    const onStatement = () => {
      asked.statements += 1
    }
    const keep = { announcedOnly: false, responses: true, totals: true }
    const keeping = [
      await buildTestApp({ ...input, cache: keep, onStatement }),
      await buildTestApp({ ...input, cache: keep, onStatement }),
      // Keeps only what is known about lists.
      await buildTestApp({ ...input, cache: { ...keep, responses: false }, onStatement }),
    ]
    const fresh = await buildTestApp({ ...input, cache: { responses: false, totals: false, size: 0 } })
    const { schema } = await loadSchema(folder)
    const announced = client === 'postgres' && random.chance(0.5)
    if (announced) await installTriggers({ database, limits: DEFAULT_LIMITS }, schema)
    const foreign = openForeign(database)
    const world = new ExactWorld({ keeping, fresh, asked, schema, random, foreign, announced })
    await world.#fill()
    world.#questions = await world.#ask(seed, aggregates)
    return world
  }

  async #fill(): Promise<void> {
    for (const type of this.#schema.types.values()) {
      if (!type.userDefined) continue
      for (let count = 0; count < (type.single ? 1 : ENTRIES_EACH); count += 1)
        await this.#send(this.#fresh, this.#writes.create(type))
    }
  }

  async #ask(seed: number, aggregates: boolean): Promise<readonly string[]> {
    const readable = new Set([...this.#schema.types.values()].filter(type => type.userDefined).map(type => type.uid))
    const get = async (path: string) => {
      const { statusCode, body } = await this.#fresh.inject({ url: path })
      return { status: statusCode, body }
    }
    const model: QueryModel = { schema: this.#schema, readable, stored: await readStored(this.#schema, readable, get) }
    const found = fc.sample(questionOf(model), { seed, numRuns: QUESTIONS })
    return found.map(({ type, query }, index) => {
      if (aggregates && !type.single && index % 5 === 2) {
        const [aggregate] = fc.sample(aggregateOf(model, type), { seed: seed + index, numRuns: 1 })
        return `${pathOf(type)}/aggregate?${serialise(aggregate!)}`
      }
      const entry = !type.single && index % 4 === 0 ? `/${1 + this.#random.below(ENTRIES_EACH)}` : ''
      return `${pathOf(type)}${entry}?${serialise(query)}`
    })
  }

  /** Until so many reads were compared, or the first answer is wrong. */
  async run(mostReads: number, readsPerWrite: number): Promise<Outcome> {
    const count = { reads: 0, hits: 0, writes: 0 }
    const lastWrites: unknown[] = []
    while (count.reads < mostReads) {
      lastWrites.push(await this.#write())
      lastWrites.splice(0, lastWrites.length - 3)
      count.writes += 1
      for (let read = 0; read < readsPerWrite; read += 1) {
        const path = this.#random.pick(this.#questions)
        const before = this.#asked.statements
        const kept = await this.#anyKeeping().inject({ url: path })
        if (kept.statusCode === 200 && this.#asked.statements === before) count.hits += 1
        const right = await this.#fresh.inject({ url: path })
        count.reads += 1
        if (kept.body !== right.body || kept.headers.etag !== right.headers.etag)
          return { ...count, mismatch: { path, kept: kept.body, right: right.body, lastWrites } }
      }
    }
    return { ...count, mismatch: undefined }
  }

  async #write(): Promise<unknown> {
    if (this.#random.chance(FOREIGN[this.#announced ? 'announced' : 'unannounced'])) {
      const text = this.#writes.sql()
      await this.#foreign(text)
      return text
    }
    for (;;) {
      const written = this.#writes.any()
      if (await this.#send(this.#anyKeeping(), written)) return written
    }
  }

  /** Most often the first one, whose own writes are not those of a stranger. */
  #anyKeeping(): App {
    return this.#keeping[this.#random.chance(0.9) ? 0 : 1]!
  }

  async #send(app: App, { method, path, data }: Written): Promise<boolean> {
    const body = data === undefined ? {} : { payload: JSON.stringify({ data }) }
    const headers = data === undefined ? {} : { 'content-type': 'application/json' }
    const { statusCode, body: text } = await app.inject({ method, url: path, headers, ...body })
    if (statusCode >= 500) throw new Error(`${method} ${path} ${JSON.stringify(data)}: ${statusCode} ${text}`)
    return statusCode === 200
  }
}

/** Every third query has one of the forms beyond Strapi v4. */
function questionOf(model: QueryModel): fc.Arbitrary<TypedQuery> {
  const plain = anyQuery(model, { depth: 3 })
  const more = fc
    .constantFrom(...readableTypes(model))
    .chain(type => beyond(model, type, queryOf(model, type, { depth: 2 })).map(query => ({ type, query })))
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: more })
}

function openForeign(database: DatabaseConfig): (text: string) => Promise<unknown> {
  if (database.client === 'postgres') {
    const sql = postgres(database.url, { max: 1 })
    cleanUp(() => sql.end())
    return text => sql.unsafe(text)
  }
  const file = new Sqlite(database.filename)
  cleanUp(() => file.close())
  return async text => {
    for (;;) {
      try {
        return file.exec(text)
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
        await setTimeout(1)
      }
    }
  }
}
