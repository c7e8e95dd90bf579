/** One write: a transaction, and after its commit the news of it. */

import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import type { ContentEvent } from '../event-stream.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

/** The stored entry, and its JSON. */
export interface WriteResult {
  readonly id: number
  readonly json: string
  /** What was done, where the request did not decide it. */
  readonly action?: ContentEvent['action']
}

/** Either all of the work is stored or none. Gives the JSON text of the entry. */
export async function commitWrite(
  context: ContentContext,
  { type, action }: { readonly type: ContentType; readonly action: ContentEvent['action'] },
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
  return json
}
