/** One transaction that writes entries. Their events, and the code of the project, follow after the commit. */
import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import type { ContentEvent } from '../event-stream.ts'
import type { AfterCommit } from './run-hooks.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

/** One entry of a transaction. */
export interface WrittenEntry {
  readonly id: number
  readonly action: ContentEvent['action']
  /** The code of the project that runs after the commit. */
  readonly after?: AfterCommit | undefined
}

export interface Committed<T> {
  readonly written: readonly WrittenEntry[]
  readonly answer: T
}

export interface Writer {
  readonly type: ContentType
  /** The administrator who makes the change. */
  readonly by?: number | undefined
}

/** Stores all of the work or none of it. Returns its answer. */
export async function commitWrite<T>(
  context: ContentContext,
  { type, by }: Writer,
  work: (scope: WriteScope) => Promise<Committed<T>>,
): Promise<T> {
  const { database, schema, events } = context
  const shared = { schema, dialect: database.dialect, defaultLocale: await context.defaultLocale() }
  let tables: ReadonlySet<string> = new Set()
  const { written, answer } = await database.write(async transaction => {
    const scope = writeScope(shared, transaction)
    const result = await work(scope)
    tables = scope.touched
    return result
  })
  const author = by === undefined ? {} : { by }
  if (tables.size > 0)
    for (const { id, action } of written)
      events.publish(Object.freeze({ action, ...author, type: type.uid, id, tables }))
  for (const { id, action, after } of written) await after?.(id, action)
  return answer
}

/** Throw it to store nothing after all. */
export const NOTHING_STORED = new Error('nothing is stored')

/** Runs a write whose transaction is rolled back by `NOTHING_STORED`. */
export async function withoutStoring(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (error !== NOTHING_STORED) throw error
  }
}
