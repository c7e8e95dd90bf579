/** Publishes and unpublishes all entries of a release in one transaction, or none of them. */
import type { CheckedItem, Release, ReleaseProblem } from '../../admin-api/release-api.ts'
import { type PreparedEntry, prepareEntries } from '../../content/write/prepare-entries.ts'
import { findStored } from '../../content/write/store/store-entry.ts'
import { type OrderPart, storeTogether } from '../../content/write/write-entries.ts'
import type { WriteOrder } from '../../content/write/write-order.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { managedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { type AdminRights, authorIn } from '../rights/admin-rights.ts'
import { preparePublication } from '../writing/publish-entry.ts'
import { authorOf, ofAll } from './change-release.ts'
import { checkItems } from './check-release.ts'
import { grouped } from './grouped.ts'
import { type ReleaseItemRow, selectReleaseItems, takeRelease, toReleaseItem } from './release-rows.ts'
import { keyOf, showRelease } from './show-release.ts'

/** Needs the right to publish every entry, now. */
export async function publishRelease(context: ManagementContext, rights: AdminRights, id: string): Promise<Release> {
  const { row, items } = await ofAll(context, rights, id)
  if (row.state === 'done') throw new PopulusError('releaseDone')
  const taken = { doneAt: context.clock(), doneBy: authorOf(rights) }
  await doRelease(context, rights, {
    ...{ id, items },
    take: async scope => {
      const rows = await scope.ask(takeRelease(scope.dialect, { id, at: undefined }, taken))
      if (rows.length === 0) throw new PopulusError('releaseDone')
    },
  })
  return showRelease(context, rights, id)
}

export interface ReleaseOrder {
  readonly id: string
  /** All of them. */
  readonly items: readonly ReleaseItemRow[]
  /** Marks it as done, in the transaction; throws if somebody else has done it. */
  readonly take: (scope: WriteScope) => Promise<void>
}

/** Throws `releaseRefused`, which says which entries and why. */
export async function doRelease(
  context: ManagementContext,
  rights: AdminRights,
  { id, items, take }: ReleaseOrder,
): Promise<void> {
  const checked = await checkItems(context, rights, items)
  if (items.length === 0) throw refusal([{ uid: null, id: null, message: 'it has no entries' }], [])
  refuseFrom(checked)
  const parts: OrderPart[] = []
  for (const ready of grouped(
    checked.filter(({ state }) => state === 'ready'),
    groupOf,
  ).values())
    parts.push(await prepareSome(context, rights, ready))
  const first = async (scope: WriteScope) => {
    await take(scope)
    const now = (await scope.ask(selectReleaseItems(scope.dialect, [id]))).map(toReleaseItem)
    if (listOf(now) !== listOf(items)) throw new PopulusError('versionConflict')
    for (const item of checked) if (item.state === 'done') await checkStill(context, scope, item)
  }
  try {
    await storeTogether(context.content, authorIn(rights).adminId, parts, first)
  } catch (error) {
    // Somebody may have changed an entry in the meantime: then its problem is known now.
    if (isRefusal(error) && error.key !== 'releaseDone') refuseFrom(await checkItems(context, rights, items))
    throw error
  }
}

const groupOf = ({ uid, action }: CheckedItem) => `${uid} ${action}`
const listOf = (items: readonly ReleaseItemRow[]) => items.map(item => `${keyOf(item)} ${item.action}`).join()

/** The code of the project is told of each entry by itself, and may refuse it. */
async function prepareSome(
  context: ManagementContext,
  rights: AdminRights,
  items: readonly CheckedItem[],
): Promise<OrderPart> {
  const { uid, action } = items[0]!
  const prepare = async ({ entries, ...order }: WriteOrder) => {
    const prepared: PreparedEntry[] = []
    for (const [index, entry] of entries.entries()) {
      try {
        prepared.push(...(await prepareEntries(context.content, { ...order, entries: [entry] })))
      } catch (error) {
        throw isRefusal(error) ? refusedItem(items[index]!, error) : error
      }
    }
    return prepared
  }
  const ids = items.map(({ id }) => id)
  return preparePublication(context, managedType(context, rights, uid), { ids, to: action }, prepare)
}

/** What was as wanted before the transaction must not have changed since. */
async function checkStill({ schema }: ManagementContext, scope: WriteScope, item: CheckedItem): Promise<void> {
  const stored = await findStored(scope, schema.types.get(item.uid)!, item.id)
  if (stored?.isDraft !== (item.action === 'unpublish')) throw new PopulusError('versionConflict')
}

function isRefusal(error: unknown): error is PopulusError {
  return error instanceof PopulusError && error.status < 500
}

function refuseFrom(checked: readonly CheckedItem[]): void {
  const refused = checked.filter(({ state }) => state === 'refused')
  if (refused.length === 0) return
  const problems = refused.flatMap(({ uid, id, problems: found }) => found.map(({ message }) => ({ uid, id, message })))
  throw refusal(problems, refused)
}

function refusedItem(item: CheckedItem, { message }: PopulusError): PopulusError {
  const { uid, id } = item
  const problems = [{ path: [], message, name: 'ValidationError' }]
  return refusal([{ uid, id, message }], [{ ...item, state: 'refused', problems }])
}

/** So many are in the message. */
const MOST_NAMED = 5

function refusal(problems: readonly ReleaseProblem[], items: readonly CheckedItem[]): PopulusError {
  const named = problems
    .slice(0, MOST_NAMED)
    .map(({ uid, id, message }) => (uid === null ? message : `${uid} ${id}: ${message}`))
  const more = problems.length > MOST_NAMED ? [`and ${problems.length - MOST_NAMED} more`] : []
  return new PopulusError(
    'releaseRefused',
    { problems: [...named, ...more].join('; ') },
    { details: { items, problems } },
  )
}
