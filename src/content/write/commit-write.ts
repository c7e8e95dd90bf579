/** One write: a transaction, followed by its event after the commit. */

import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import type { ContentEvent } from '../event-stream.ts'
import type { AfterCommit } from './run-hooks.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

/** The stored entry and its JSON. */
export interface WriteResult {
  readonly id: number
  readonly json: string
  /** What was done, if the request did not determine it. */
  readonly action?: ContentEvent['action']
  /** The administrator who made the change. */
  readonly by?: number
}

export interface CommittedWrite {
  readonly type: ContentType
  readonly action: ContentEvent['action']
  /** The code of the project that runs after the commit. */
  readonly after?: AfterCommit | undefined
}

/** Stores all of the work or none of it. Returns the entry as JSON. */
export async function commitWrite(
  context: ContentContext,
  { type, action, after }: CommittedWrite,
  work: (scope: WriteScope) => Promise<WriteResult>,
): Promise<string> {
  const { database, schema, events } = context
  const shared = { schema, dialect: database.dialect, defaultLocale: await context.defaultLocale() }
  let tables: ReadonlySet<string> = new Set()
  const { id, json, ...done } = await database.write(async transaction => {
    const scope = writeScope(shared, transaction)
    const result = await work(scope)
    tables = scope.touched
    return result
  })
  if (tables.size > 0) events.publish(Object.freeze({ action, ...done, type: type.uid, id, tables }))
  await after?.(id, done.action ?? action)
  return json
}
