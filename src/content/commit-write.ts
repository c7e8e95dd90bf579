/** One write: a transaction, and after its commit the news of it. */
import type { ContentEvent } from '../events/event-stream.ts'
import type { ContentType } from '../schema/schema.ts'
import type { ContentContext } from './content-context.ts'
import { type WriteScope, writeScope } from './write-scope.ts'

/** Either all of the work is stored or none. `work` gives the id of the entry, or `null` when nothing was to do. */
export async function commitWrite<Id extends number | null>(
  context: ContentContext,
  { type, action }: { readonly type: ContentType; readonly action: ContentEvent['action'] },
  work: (scope: WriteScope) => Promise<Id>,
): Promise<Id> {
  const { database, schema, events } = context
  let tables: ReadonlySet<string> = new Set()
  const id = await database.write(async transaction => {
    const scope = writeScope(database, schema, transaction)
    const result = await work(scope)
    tables = scope.touched
    return result
  })
  if (id !== null && tables.size > 0) {
    await database.announceChange()
    events.publish(Object.freeze({ action, type: type.uid, id, tables }))
  }
  return id
}
