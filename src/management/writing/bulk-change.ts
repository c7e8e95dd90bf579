/** One action on many entries: chosen by their ids, or by the query of a list. All of them or none. */
import { z } from 'zod'
import type { BulkResult } from '../../admin-api/content-api.ts'
import type { ValueError } from '../../admin-api/route-types.ts'
import type { PopulusError } from '../../errors.ts'
import { badInput, checkInput, flag, text } from '../../input/check-input.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { countIncoming } from '../relations/incoming-references.ts'
import { type MoveOrder, moveEntries } from '../workflows/move-entry.ts'
import { findProblems } from './check-entry.ts'
import { CHOICE, chosenIds } from './chosen-ids.ts'
import { deleteEntries } from './delete-entries.ts'
import { editEntries } from './edit-entries.ts'
import { publishAll } from './publish-entry.ts'

const bulkInput = z.strictObject({
  action: z.enum(['publish', 'unpublish', 'delete', 'edit', 'move'], {
    error: 'expected publish, unpublish, delete, edit or move',
  }),
  ...CHOICE,
  data: z.unknown().optional(),
  stage: text().optional(),
  dryRun: flag().optional(),
})

const RIGHTS = { publish: 'publish', unpublish: 'publish', delete: 'delete', edit: 'update' } as const

export async function bulkChange(context: ManagementContext, managed: ManagedType, body: unknown): Promise<BulkResult> {
  const { action, dryRun = false, data, stage, ...chosen } = checkInput(bulkInput, body)
  const ids = await chosenIds(context, managed, chosen)
  if (ids.length === 0) return { dryRun, ids: [], failed: [], incoming: 0 }
  if (action === 'move') return { dryRun, ...(await move(context, managed, { ids, stage, dryRun })), incoming: 0 }
  await checkCovered(context, managed, RIGHTS[action], ids)
  const incoming = action === 'delete' ? await countIncoming(context, managed, ids) : 0
  const failed = action === 'publish' ? await unpublishable(context, managed, ids) : []
  if (failed.length > 0) return { dryRun, ids: [], failed, incoming }
  if (action === 'edit') return { dryRun, ...(await edit(context, managed, ids, data, dryRun)), incoming }
  if (!dryRun) {
    if (action === 'delete') await deleteEntries(context, managed, ids)
    else await publishAll(context, managed, { ids, to: action })
  }
  return { dryRun, ids, failed: [], incoming }
}

type Failed = BulkResult['failed']

async function unpublishable(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
): Promise<Failed> {
  if (!managed.type.draftAndPublish)
    throw badInput([{ path: ['action'], message: `${managed.type.uid} has no drafts` }])
  const { problems } = await findProblems(context, managed, ids)
  return [...problems].map(([id, errors]) => ({ id, message: errors[0]!.message, errors }))
}

async function edit(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
  data: unknown,
  dryRun: boolean,
): Promise<Pick<BulkResult, 'ids' | 'failed'>> {
  const failed = await editEntries(context, managed, { ids, data, dryRun })
  return { ids: failed.length === 0 ? ids : [], failed: failed.map(({ id, error }) => ({ id, ...described(error) })) }
}

/** Who may do it depends on where each entry is. */
async function move(
  context: ManagementContext,
  managed: ManagedType,
  { stage, ...order }: Omit<MoveOrder, 'stage'> & { readonly stage: string | undefined },
): Promise<Pick<BulkResult, 'ids' | 'failed'>> {
  if (stage === undefined) throw badInput([{ path: ['stage'], message: 'expected the id of a stage' }])
  const { moved, refused } = await moveEntries(context, managed, { ...order, stage })
  return { ids: moved, failed: refused.map(each => ({ ...each, errors: [] })) }
}

function described(error: PopulusError): { readonly message: string; readonly errors: readonly ValueError[] } {
  const { errors = [] } = error.details as { errors?: readonly ValueError[] }
  return { message: error.message, errors }
}
