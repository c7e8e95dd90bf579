/** The code of the project when entries are published or unpublished: to it, that is a change of `publishedAt`. */
import { isDeepStrictEqual } from 'node:util'
import type { EntryInput } from '../../admin-api/content-api.ts'
import { hasHooks, type WriteAfterHooks } from '../../content/write/run-hooks.ts'
import { PopulusError } from '../../errors.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import { type StoredPending, selectPending, toPending } from '../entries/pending-changes.ts'
import type { ManagementContext } from '../management-context.ts'
import { runBulkHooks } from './bulk-hooks.ts'

export type Publication = 'publish' | 'unpublish'

/** What is stored besides `publishedAt`, by id. */
export type Changes = ReadonlyMap<number, EntryInput>

type Pending = ReadonlyMap<number, StoredPending>

export interface PublishAfterHooks {
  readonly hooks: ReadonlyMap<number, WriteAfterHooks>
  /** Throws `versionConflict` if the pending changes are not those that the code has seen. */
  readonly changesOf: (pending: Pending) => Changes
}

export async function runPublishHooks(
  context: ManagementContext,
  { type, rights, access }: ManagedType,
  { ids, to }: { readonly ids: readonly number[]; readonly to: Publication },
): Promise<PublishAfterHooks> {
  const { content, database } = context
  if (!hasHooks(content, type)) return { hooks: new Map(), changesOf: dataOf }
  const [rows = []] = await readRows(database, [selectPending(database.dialect, type.uid, ids)])
  const seen = dataOf(new Map(rows.map(toPending).map(pending => [pending.id, pending])))
  const publishedAt = to === 'publish' ? content.clock().toISOString() : null
  const hooks = await runBulkHooks(content, {
    action: 'update',
    type,
    access: { ...access, adminId: rights.administrator.id },
    ids,
    dataOf: id => ({ ...seen.get(id), publishedAt }),
  })
  const changesOf = (pending: Pending) => {
    if (!isDeepStrictEqual(dataOf(pending), seen)) throw new PopulusError('versionConflict')
    return new Map([...hooks].flatMap(([id, { data, decided }]) => entryOf(id, { ...data, ...decided }, seen.has(id))))
  }
  return { hooks, changesOf }
}

function dataOf(pending: Pending): Changes {
  return new Map([...pending].map(([id, { data }]) => [id, data]))
}

/** The action decides about `publishedAt`. */
function entryOf(
  id: number,
  { publishedAt: _, ...values }: Readonly<Record<string, unknown>>,
  isPending: boolean,
): readonly (readonly [number, EntryInput])[] {
  return isPending || Object.keys(values).length > 0 ? [[id, values as EntryInput]] : []
}
