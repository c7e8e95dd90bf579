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

/** The answer as of the last `catchUp` of the database; an older answer can serve as its name. */
export function answerNow(versions: TableVersions, { key, tables, hint }: AnswerName): Answer {
  const version = versions.latest(tables)
  return Object.freeze({ key, tables, version, hint, tag: `W/"${PROCESS}.${version.toString(36)}.${key}"` })
}
