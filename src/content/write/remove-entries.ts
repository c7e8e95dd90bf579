/** The steps of every deletion of entries, with their components and links. Their translations and files stay. */
import { PopulusError } from '../../errors.ts'
import type { ContentContext } from '../content-context.ts'
import { commitWrite } from './commit-write.ts'
import { isOpenRow } from './open-rows.ts'
import { readingScope } from './reading-scope.ts'
import { type AfterCommit, hasHooks, runHooks } from './run-hooks.ts'
import { findSingleId } from './single-entry.ts'
import { deleteEntry, findStored } from './store/store-entry.ts'
import type { Answer } from './write-entries.ts'
import { lockRelations } from './write-locks.ts'
import type { Target, WriteOrder, WritePolicy } from './write-order.ts'
import type { WriteScope } from './write-scope.ts'

export interface RemoveOrder extends Pick<WriteOrder, 'type' | 'access'> {
  /** All of them are deleted, or none. */
  readonly targets: readonly Extract<Target, { kind: 'stored' | 'single' }>[]
}

/** `answer` sees the entries before they are deleted. */
export async function removeEntries<T>(
  context: ContentContext,
  order: RemoveOrder,
  { lock, check, alongside }: Pick<WritePolicy, 'lock' | 'check' | 'alongside'>,
  answer: Answer<T>,
): Promise<T> {
  const { type, access, targets } = order
  const hooked = hasHooks(context, type) ? await runRemoveHooks(context, order) : []
  return commitWrite(context, { access }, async scope => {
    await lock?.(scope)
    const ids: number[] = []
    for (const target of targets) ids.push(await findRemoved(scope, order, target))
    if (hooked.some(({ seen }, index) => seen !== ids[index])) throw new PopulusError('versionConflict')
    await check?.(scope)
    const shown = await answer(scope, ids)
    lockRelations(
      scope,
      [...type.attributes.values()].map(attribute => ({ attribute, owners: ids, named: [] })),
    )
    for (const id of ids) {
      await alongside?.(scope, id)
      await deleteEntry(scope, type, id)
    }
    const written = ids.map((id, index) => ({ type, id, action: 'delete' as const, after: hooked[index]?.after }))
    return { written, answer: shown }
  })
}

async function findRemoved(
  scope: WriteScope,
  { type, access }: RemoveOrder,
  target: RemoveOrder['targets'][number],
): Promise<number> {
  const id = await idOf(scope, { type }, target)
  const isThere =
    id !== null &&
    (await findStored(scope, type, id)) !== null &&
    (await isOpenRow(scope, { type, access }, id, 'delete'))
  if (!isThere) throw new PopulusError('notFound')
  return id
}

interface HookedRemoval {
  /** The entry that the code of the project was asked about. */
  readonly seen: number
  readonly after: AfterCommit | undefined
}

async function runRemoveHooks(context: ContentContext, order: RemoveOrder): Promise<readonly HookedRemoval[]> {
  const { type, access, targets } = order
  const scope = await readingScope(context)
  const ids: number[] = []
  for (const target of targets) {
    const id = await idOf(scope, order, target)
    if (id === null) throw new PopulusError('notFound')
    ids.push(id)
  }
  const hooked: HookedRemoval[] = []
  for (const id of ids) {
    const write = { action: 'delete', type, access, id, ...(ids.length > 1 ? { ids } : {}) } as const
    hooked.push({ seen: id, after: (await runHooks(context, write)).after })
  }
  return hooked
}

async function idOf(
  scope: WriteScope,
  { type }: Pick<RemoveOrder, 'type'>,
  target: RemoveOrder['targets'][number],
): Promise<number | null> {
  return target.kind === 'stored' ? target.id : findSingleId(scope, type, target.locale)
}
