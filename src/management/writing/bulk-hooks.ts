/** The code of the project around an action on several entries. */
import type { ContentContext } from '../../content/content-context.ts'
import type { HookedAction, WriteCaller } from '../../content/content-hooks.ts'
import { type AfterCommit, runHooks, type WriteAfterHooks } from '../../content/write/run-hooks.ts'
import type { ContentType } from '../../schema/schema.ts'

export interface BulkWrite {
  readonly action: HookedAction
  readonly type: ContentType
  readonly access: WriteCaller
  readonly ids: readonly number[]
  /** The changes of one entry; absent for a deletion. */
  readonly dataOf?: (id: number) => Readonly<Record<string, unknown>>
}

/** By id, one entry after the other. */
export async function runBulkHooks(
  content: ContentContext,
  { action, type, access, ids, dataOf = () => ({}) }: BulkWrite,
): Promise<ReadonlyMap<number, WriteAfterHooks>> {
  const results = new Map<number, WriteAfterHooks>()
  for (const id of ids) results.set(id, await runHooks(content, { action, type, access, id, ids, data: dataOf(id) }))
  return results
}

export interface BulkCommit {
  readonly type: ContentType
  readonly by: number
  readonly ids: readonly number[]
  readonly hooks: ReadonlyMap<number, WriteAfterHooks>
}

/** Reports all entries but the first, which the commit itself reports, and runs the code for each of them. */
export function afterBulk({ events }: ContentContext, { type, by, ids, hooks }: BulkCommit): AfterCommit {
  return async (_first, action) => {
    const tables = new Set([type.table!])
    for (const id of ids.slice(1)) events.publish({ action, type: type.uid, id, tables, by })
    for (const id of ids) await hooks.get(id)?.after?.(id, action)
  }
}
