/** An answer before it has a body: everything that decides which bytes it has. */
import { randomBytes } from 'node:crypto'
import type { TableVersions } from '../../storage/versions/table-versions.ts'

export interface Answer {
  /** The name of its body among the kept ones: another one for every query, entry and set of rights. */
  readonly key: string
  /** The tables that the body is read from. */
  readonly tables: readonly string[]
  /** The number of the last change to one of them. */
  readonly version: number
  /** An entity tag: another one whenever the body may be another one, or the caller's rights are others. */
  readonly tag: string
  /** Help for the developer: what the query names although it means nothing. */
  readonly hint: string | null
}

/** What does not change with the tables. */
export type AnswerName = Pick<Answer, 'key' | 'tables' | 'hint'>

/** Versions are counted by each process on its own; this keeps the tags of two processes apart. */
const PROCESS = randomBytes(6).toString('base64url')

/** The answer as of the last `catchUp` of the database; an older answer will do to name it. */
export function answerNow(versions: TableVersions, { key, tables, hint }: AnswerName): Answer {
  const version = versions.latest(tables)
  return Object.freeze({ key, tables, version, hint, tag: `W/"${PROCESS}.${version.toString(36)}.${key}"` })
}
