/** An answer before it has a body: everything that determines its bytes. */
import { randomBytes } from 'node:crypto'
import type { TableVersions } from '../../storage/versions/table-versions.ts'

export interface Answer {
  /** The cache key of the body: different for every query, entry and set of rights. */
  readonly key: string
  /** The tables that the body is read from. */
  readonly tables: readonly string[]
  /** The number of the last change to any of these tables. */
  readonly version: number
  /** An entity tag. It changes whenever the body may have changed or the caller's rights are different. */
  readonly tag: string
  /** Help for developers: names in the query that have no meaning. */
  readonly hint: string | null
}

/** The parts that do not change with the tables. */
export type AnswerName = Pick<Answer, 'key' | 'tables' | 'hint'>

/** Each process counts versions separately; this keeps the tags of two processes apart. */
const PROCESS = randomBytes(6).toString('base64url')
const SEEDS = [randomBytes(4).readInt32LE(), randomBytes(4).readInt32LE()] as const
const PRIMES = [0x9e3779b1, 0x85ebca77] as const

/** The answer as of the last `catchUp` of the database; an older answer can serve as its name. */
export function answerNow(versions: TableVersions, { key, tables, hint }: AnswerName): Answer {
  const version = versions.latest(tables)
  const name = `${version.toString(36)}.${key}`
  return Object.freeze({ key, tables, version, hint, tag: `W/"${PROCESS}.${name}.${signature(name)}"` })
}

/**
 * A tag is compared before anyone checks whether the entry exists. Its parts are signed, so a client can name only tags
 * that were sent. A cheap signature is enough: guessing one yields only a 304 for an entry that does not exist.
 */
function signature(name: string): string {
  let [first, second]: readonly [number, number] = SEEDS
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index)
    first = Math.imul(first ^ code, PRIMES[0])
    second = Math.imul(second ^ code ^ (first >>> 15), PRIMES[1])
  }
  return ((second ^ (first >>> 7)) >>> 0).toString(36)
}
