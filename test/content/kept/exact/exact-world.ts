/**
 * A random project on a database, behind several servers: some keep answers, one keeps nothing and says what is right. After
 * every write, and every change of rights, random questions are asked again by callers with different rights; those that
 * keep answers must answer as the one that keeps nothing.
 */
import { type App, buildApp } from '../../../../src/app.ts'
import { DEFAULT_LIMITS } from '../../../../src/config/config.ts'
import { loadSchema } from '../../../../src/schema/load/load-schema.ts'
import type { Schema } from '../../../../src/schema/schema.ts'
import { installTriggers } from '../../../../src/tables/migrate/announce-triggers.ts'
import { SECRETS } from '../../../identity/row-rules/rules-project.ts'
import { CHEAP_PASSWORDS, testConfig } from '../../../support/build-test-app.ts'
import { type Client, freshDatabase, unpooled } from '../../../support/databases.ts'
import { type ForeignProgram, openForeignProgram } from './foreign-program.ts'
import { Random } from './random.ts'
import { randomProject } from './random-project.ts'
import { type Question, randomQuestions } from './random-questions.ts'
import { CALLERS, type Caller, type Headers, RandomRights, USERS } from './random-rights.ts'
import { RandomWrites, type Written } from './random-writes.ts'

/** How often another program writes. Unannounced, it drops everything that is kept, so rarely. */
const FOREIGN = { unannounced: 0.02, announced: 0.3 }
/** How often rights change, a user on whose values rules depend, or a part of an entry in its place. */
const CHANGES = { rights: 0.08, user: 0.03, part: 0.15 }
const QUESTIONS_PER_WRITE = 6
const ENTRIES_EACH = 6
const FIRST_WRITES = 20
const BUSY = 503

export interface Mismatch {
  readonly path: string
  readonly caller: Caller
  readonly kept: string
  readonly right: string
  readonly lastWrites: readonly unknown[]
}

export interface Outcome {
  readonly reads: number
  /** Reads of answers that were kept from before the last write. */
  readonly hits: number
  /** Questions that were refused. */
  readonly refused: number
  readonly mismatch: Mismatch | undefined
}

interface Count {
  reads: number
  hits: number
  refused: number
}

type CallersQuestion = Question & { readonly caller: Caller }

interface Parts {
  readonly keeping: readonly App[]
  readonly fresh: App
  /** How many statements the keeping servers have run. */
  readonly asked: { statements: number }
  readonly schema: Schema
  readonly random: Random
  readonly foreign: ForeignProgram
  /** Whether triggers announce what the other program writes. */
  readonly announced: boolean
  readonly rights: RandomRights
}

export class ExactWorld {
  readonly #parts: Parts
  readonly #writes: RandomWrites
  #noise = 0
  #questions: readonly CallersQuestion[] = []

  private constructor(parts: Parts) {
    this.#parts = parts
    this.#writes = new RandomWrites(parts.schema, parts.random)
  }

  /**
   * `full`: the content types have attributes of every kind, and on PostgreSQL, triggers announce what others write. All
   * questions are narrow then.
   */
  static async open(client: Client, seed: number, { full = false } = {}): Promise<ExactWorld> {
    const random = new Random(seed)
    const folder = randomProject(random, full)
    const database = await freshDatabase(client)
    const asked = { statements: 0 }
    const input = { folder, database, dialect: 'strapi4', development: false, secrets: SECRETS } as const
    const onStatement = () => {
      asked.statements += 1
    }
    const nothing = { responses: false, totals: false }
    // To plan every query again takes most of the time, so only some do.
    const cache = { ...nothing, ...(seed % 4 === 1 && { size: 0 }) }
    const fresh = await buildApp(testConfig({ ...input, cache }), { passwordCost: CHEAP_PASSWORDS })
    const { schema } = await loadSchema(folder)
    const announced = client === 'postgres' && (full || seed % 2 === 0)
    if (announced) await installTriggers({ database: unpooled(database), limits: DEFAULT_LIMITS }, schema)
    const rights = await RandomRights.open(folder, unpooled(database), random)
    const foreign = openForeignProgram(database)
    const serve = (cache: object) =>
      buildApp(testConfig({ ...input, cache }), { onStatement, passwordCost: CHEAP_PASSWORDS })
    const keep = { announcedOnly: announced, responses: true, totals: true }
    // The last one keeps only what is known about lists.
    const keeping = [
      await serve(keep),
      await serve({ ...keep, columnsFrom: 1 }),
      await serve({ ...keep, responses: false }),
    ]
    const world = new ExactWorld({ keeping, fresh, asked, schema, random, foreign, announced, rights })
    await world.#fill()
    const questions = await randomQuestions({
      schema,
      seed,
      random,
      kind: full ? 'narrow' : 'mixed',
      get: path => world.#get(path),
    })
    world.#questions = questions.flatMap(question =>
      [random.pick(CALLERS), 'all' as const].map(caller => ({ ...question, caller })),
    )
    return world
  }

  async close(): Promise<void> {
    const { keeping, fresh, rights, foreign } = this.#parts
    await Promise.all([...keeping, fresh, rights, foreign].map(each => each.close()))
  }

  /** Has the servers drop everything that they keep, by a write that nobody announces. Only where triggers announce none. */
  async forget(): Promise<void> {
    await this.#parts.foreign.run(`create table noise${this.#noise} (n integer)`)
    this.#noise += 1
  }

  async #fill(): Promise<void> {
    const { schema, fresh } = this.#parts
    for (const id of USERS)
      if (!(await this.#send(fresh, this.#writes.newUser(id)))) throw new Error(`the user ${id} could not be created`)
    for (const type of schema.types.values()) {
      if (!type.userDefined) continue
      for (let count = 0; count < (type.single ? 1 : ENTRIES_EACH); count += 1)
        await this.#send(fresh, this.#writes.create(type))
    }
    // The first entries had no others that they could be related to.
    for (let count = 0; count < FIRST_WRITES; count += 1) await this.#send(fresh, this.#writes.any())
  }

  /** As the fresh server answers a caller who sees everything. */
  async #get(path: string): Promise<{ readonly status: number; readonly body: string }> {
    const { fresh, rights } = this.#parts
    const { statusCode, body } = await answerOf(fresh, { url: path, headers: rights.of('all') })
    return { status: statusCode, body }
  }

  /**
   * Until so many reads were compared, or the first answer is wrong. `about`: what the paths of questions contain;
   * `foreign`: how often another program writes.
   */
  async run(
    mostReads: number,
    { about = /^/, foreign = FOREIGN[this.#parts.announced ? 'announced' : 'unannounced'] } = {},
  ): Promise<Outcome> {
    const questions = this.#questions.filter(({ path }) => about.test(path))
    const count = { reads: 0, hits: 0, refused: 0 }
    const lastWrites: unknown[] = []
    while (count.reads < mostReads) {
      lastWrites.push(await this.#write(foreign))
      lastWrites.splice(0, lastWrites.length - 3)
      for (let asked = 0; asked < QUESTIONS_PER_WRITE; asked += 1) {
        const mismatch = await this.#compare(this.#parts.random.pick(questions), count)
        if (mismatch !== undefined) return { ...count, mismatch: { ...mismatch, lastWrites } }
      }
    }
    return { ...count, mismatch: undefined }
  }

  /** Asks two of the keeping servers, and the other one. */
  async #compare(
    { path, needs, caller }: CallersQuestion,
    count: Count,
  ): Promise<Omit<Mismatch, 'lastWrites'> | undefined> {
    const { asked, fresh, keeping, random, rights } = this.#parts
    const request = { url: path, headers: rights.of(caller) }
    const right = await answerOf(fresh, request)
    const isRefused = right.statusCode === 403
    if (isRefused) count.refused += 1
    const mustBeRefused = !rights.allows(caller, needs)
    // An aggregate is also refused because of what it follows.
    if (isRefused !== mustBeRefused && (mustBeRefused || !needs.endsWith('.aggregate')))
      return { path, caller, kept: `refused: ${mustBeRefused}`, right: right.body }
    // The first one makes most of the writes.
    for (const server of [keeping[0]!, keeping[1 + random.below(keeping.length - 1)]!]) {
      const before = asked.statements
      const kept = await answerOf(server, request)
      count.reads += 1
      if (kept.statusCode === 200 && asked.statements === before) count.hits += 1
      const isSame = kept.statusCode === right.statusCode && kept.body === right.body
      if (!isSame || kept.headers.etag !== right.headers.etag)
        return { path, caller, kept: kept.body, right: right.body }
    }
    return undefined
  }

  async #write(foreignPart: number): Promise<unknown> {
    const { foreign, random, rights } = this.#parts
    if (random.chance(foreignPart)) {
      const text = this.#writes.sql()
      await foreign.run(text)
      return text
    }
    if (random.chance(CHANGES.rights)) return rights.change()
    for (;;) {
      const written = await this.#anyWrite()
      if (await this.#send(this.#anyKeeping(), written)) return written
    }
  }

  async #anyWrite(): Promise<Written> {
    const { random } = this.#parts
    if (random.chance(CHANGES.user)) return this.#writes.user(random.pick(USERS))
    if (!random.chance(CHANGES.part)) return this.#writes.any()
    const path = this.#writes.anyEntry()
    const { body } = await this.#get(`${path}?populate=*&publicationState=preview`)
    return this.#writes.edit(path, JSON.parse(body).data?.attributes) ?? this.#writes.any()
  }

  /** Most often the first one, whose own writes are not those of a stranger. */
  #anyKeeping(): App {
    const { keeping, random } = this.#parts
    return keeping[random.chance(0.8) ? 0 : 1 + random.below(keeping.length - 1)]!
  }

  async #send(app: App, written: Written): Promise<boolean> {
    const { method, path, body } = written
    const headers = this.#parts.rights.of('all')
    const payload = body === undefined ? {} : { payload: body }
    const { statusCode, body: text } = await app.inject({ method, url: path, headers, ...payload })
    if (statusCode === BUSY) return false
    if (statusCode >= 500) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${statusCode} ${text}`)
    if (statusCode >= 300) return false
    this.#writes.note(written, text)
    return true
  }
}

/** On a busy machine, a database may take too long to answer. */
async function answerOf(app: App, request: { readonly url: string; readonly headers: Headers }) {
  for (;;) {
    const answer = await app.inject(request)
    if (answer.statusCode !== BUSY) return answer
  }
}
