/**
 * Writers and readers of notes that belong together in pairs: every transaction gives both notes of a pair the next number. An answer
 * with two numbers in a pair is torn, and one with a number below the last acknowledged one is stale.
 */
import postgres from 'postgres'
import type { App } from '../../src/app.ts'
import type { Database } from '../../src/storage/database.ts'

export const PAIRS = 4

export interface Traffic {
  readonly reads: number
  readonly writes: number
  readonly failed: number
  readonly stale: readonly string[]
  readonly torn: readonly string[]
  /** The last acknowledged number of each pair. */
  readonly acknowledged: readonly number[]
}

/** Reads a path on one of the servers; `undefined` if it fails. */
export type Ask = (path: string) => Promise<Answer | undefined>

interface Answer {
  readonly data: Note | readonly Note[]
}

export const asking =
  (apps: readonly App[]): Ask =>
  async url => {
    const answer = await oneOf(apps).inject({ method: 'GET', url })
    return answer.statusCode === 200 ? (answer.json() as Answer) : undefined
  }

export const fetching =
  (addresses: () => readonly string[]): Ask =>
  async path => {
    const answer = await fetch(`${oneOf(addresses())}${path}`).catch(() => undefined)
    return answer?.status === 200 ? ((await answer.json().catch(() => undefined)) as Answer | undefined) : undefined
  }

const oneOf = <T>(choice: readonly T[]): T => choice[Math.floor(Math.random() * choice.length)]!

export interface TrafficInput {
  readonly ask: Ask
  /** Announces what it writes. */
  readonly writer: Database
  /** Where somebody writes who announces nothing. */
  readonly foreign: () => string
  /** Ends when so many reads were answered. */
  readonly reads: number
  readonly readers?: number
  /** Runs beside, again and again. */
  readonly disturb?: () => Promise<void>
  /** Goes on until then, however many reads were answered. */
  readonly enough?: () => boolean
  /** Gives the note behind all pairs a number, through one of the servers. Returns whether that was acknowledged. */
  readonly put?: (path: string, number: number) => Promise<boolean>
}

/** Lists that share their entries, and single entries, so that answers are put together from kept and new parts. */
const QUERIES = [
  '/api/notes?sort=id&pagination[pageSize]=100',
  '/api/notes?sort=id:desc&pagination[pageSize]=6',
  '/api/notes?fields[0]=body&sort=id&pagination[pageSize]=4',
  '/api/notes?filters[body][$ne]=x&sort=title',
  '/api/notes/1',
  '/api/notes/4?fields[0]=body',
]

interface Note {
  readonly id: number
  readonly attributes: { readonly body: string }
}

/** The note that servers write. */
const ALONE = 2 * PAIRS + 1

const pairOf = (id: number) => Math.ceil(id / 2) - 1
const anyPair = () => Math.floor(Math.random() * PAIRS)
const idsOf = (pair: number): readonly [number, number] => [2 * pair + 1, 2 * pair + 2]
export const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

export async function runTraffic(input: TrafficInput): Promise<Traffic> {
  const traffic = new RunningTraffic(input)
  return traffic.run()
}

class RunningTraffic implements Traffic {
  reads = 0
  writes = 0
  failed = 0
  readonly stale: string[] = []
  readonly torn: string[] = []
  readonly acknowledged: number[]
  readonly #input: TrafficInput
  readonly #queries: readonly string[]
  readonly #foreigner: Foreigner
  #put = 0

  constructor(input: TrafficInput) {
    this.#input = input
    this.#foreigner = new Foreigner(input.foreign)
    const hasAlone = input.put !== undefined
    this.acknowledged = Array.from({ length: PAIRS + (hasAlone ? 1 : 0) }, () => 0)
    this.#queries = hasAlone ? [...QUERIES, `/api/notes/${ALONE}`] : QUERIES
  }

  async run(): Promise<Traffic> {
    const { readers = 6, disturb = () => pause(10), put } = this.#input
    try {
      await Promise.all([
        ...Array.from({ length: readers }, () => this.#until(() => this.#read())),
        this.#until(() => this.#write(anyPair(), pair => this.#announced(pair))),
        this.#until(() => this.#write(anyPair(), pair => this.#foreigner.write(pair))),
        ...(put === undefined ? [] : [this.#until(() => this.#write(PAIRS, () => this.#through(put)))]),
        this.#until(disturb),
      ])
    } finally {
      await this.#foreigner.leave()
    }
    return this
  }

  async #until(step: () => Promise<void>): Promise<void> {
    const { reads, enough = () => true } = this.#input
    while (this.reads < reads || !enough()) await step()
  }

  async #read(): Promise<void> {
    const path = oneOf(this.#queries)
    const least = [...this.acknowledged]
    const answer = await this.#input.ask(path)
    if (answer === undefined) {
      this.failed += 1
      await pause(20)
      return
    }
    this.reads += 1
    this.#judge(path, answer.data, least)
  }

  #judge(url: string, data: Note | readonly Note[], least: readonly number[]): void {
    const seen = new Map<number, number>()
    for (const { id, attributes } of [data].flat() as readonly Note[]) {
      const number = Number(attributes.body)
      const pair = pairOf(id)
      if (number < least[pair]!) this.stale.push(`${url}: ${id} is ${number}, at least ${least[pair]}`)
      if ((seen.get(pair) ?? number) !== number) this.torn.push(`${url}: ${id} is ${number}, not ${seen.get(pair)}`)
      seen.set(pair, number)
    }
  }

  async #write(pair: number, store: (pair: number) => Promise<number>): Promise<void> {
    try {
      const number = await store(pair)
      this.acknowledged[pair] = Math.max(this.acknowledged[pair]!, number)
      this.writes += 1
    } catch {
      this.failed += 1
    }
    await pause(Math.random() * 60)
  }

  /** A number that was refused may have been stored all the same, so that the next one is higher. */
  async #through(put: NonNullable<TrafficInput['put']>): Promise<number> {
    this.#put += 1
    if (!(await put(`/api/notes/${ALONE}`, this.#put))) throw new Error('not acknowledged')
    return this.#put
  }

  #announced(pair: number): Promise<number> {
    const ids = idsOf(pair)
    return this.#input.writer.write(async transaction => {
      const [row] = await transaction.run({
        text: NEXT,
        values: ids,
        tables: ['notes'],
        change: { table: 'notes', kind: 'update', columns: ['body'], keys: { id: ids } },
      })
      return Number(row?.[0])
    })
  }
}

/** Writes without announcing it, on a connection that stays open: a new one costs the server more than many reads. */
class Foreigner {
  readonly #url: () => string
  #sql: postgres.Sql | undefined
  #at = ''

  /** `url` changes when another server takes over. */
  constructor(url: () => string) {
    this.#url = url
  }

  async write(pair: number): Promise<number> {
    if (this.#at !== this.#url()) await this.leave()
    this.#at = this.#url()
    this.#sql ??= postgres(this.#at, { max: 1, fetch_types: false, onnotice: () => {} })
    try {
      const [row] = await this.#sql.unsafe(NEXT, [...idsOf(pair)]).values()
      return Number(row?.[0])
    } catch (error) {
      await this.leave()
      throw error
    }
  }

  async leave(): Promise<void> {
    const sql = this.#sql
    this.#sql = undefined
    await sql?.end({ timeout: 1 }).catch(() => {})
  }
}

/** The rows of a pair are locked in their order: no deadlocks, and no number twice. */
const NEXT = `
  with pair as (select id, body from notes where id in ($1::int, $2::int) order by id for update)
  update notes set body = (pair.body::int + 1)::text from pair where notes.id = pair.id returning notes.body`
