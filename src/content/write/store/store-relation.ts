/**
 * The links of one relation of one entry. Only rows that the change names are touched: removed ones leave gaps in the
 * numbers on both sides, and new ones get numbers in between.
 */
import { numberPlaced, placeConnected } from '../../../plan/write/order-connected.ts'
import type { LinkChange } from '../../../plan/write/write-plan.ts'
import type { LinkTable, RelationAttribute } from '../../../schema/schema.ts'
import {
  deleteChildren,
  deleteOtherParents,
  insertLinks,
  type LinkRow,
  type LinkValue,
  type OrderedChild,
  selectChildren,
  selectLastOrder,
  updateChildOrders,
} from '../../../sql/links/change-links.ts'
import { inverseOf, type WriteScope } from '../write-scope.ts'
import type { LinkOwner } from './link-owner.ts'

type Patch = LinkChange & { readonly kind: 'patch' }

/** Where links are added. */
interface LinkPlace extends Pick<LinkOwner, 'id'> {
  readonly link: LinkTable
  /** The column that stores the position of the entry among the parents of a child. */
  readonly inverseOrder: string | null
}

interface RelationTarget extends LinkPlace, LinkOwner {
  readonly toOne: boolean
}

export async function storeRelation(
  scope: WriteScope,
  owner: LinkOwner,
  { attribute, link }: { readonly attribute: RelationAttribute; readonly link: LinkTable },
  change: LinkChange,
): Promise<void> {
  const inverse = inverseOf(attribute, scope.schema)
  const target: RelationTarget = {
    ...owner,
    link,
    inverseOrder: inverse?.link?.kind === 'table' ? inverse.link.orderColumn : null,
    toOne: !attribute.many,
  }
  const added =
    change.kind === 'set' ? await setChildren(scope, target, change.ids) : await patchChildren(scope, target, change)
  // A child that may have only one parent is removed from any other.
  const isExclusive = inverse !== undefined && !inverse.many
  if (isExclusive) for (const deleted of deleteOtherParents(link, owner.id, added)) scope.send(link.table, deleted)
}

/** Links exactly these children, in this order. Returns the children that are linked now. */
async function setChildren(
  scope: WriteScope,
  target: RelationTarget,
  wanted: readonly number[],
): Promise<readonly number[]> {
  const ids = [...new Set(target.toOne ? wanted.slice(target.isNew ? 0 : -1, target.isNew ? 1 : undefined) : wanted)]
  const stored = await childrenOf(scope, target)
  keepOnly(scope, target, stored, new Set(ids))
  placeChildren(
    scope,
    target,
    stored,
    ids.map((id, index) => ({ id, order: index + 1 })),
  )
  return ids
}

/** Adds some children and removes some. Returns the children that were connected. */
async function patchChildren(
  scope: WriteScope,
  target: RelationTarget,
  { connect, disconnect, strict }: Patch,
): Promise<readonly number[]> {
  const { isNew, toOne } = target
  const connected = toOne ? connect.slice(-1) : connect
  const ids = connected.map(({ id }) => id)
  const kept = new Set(ids)
  const gone = disconnect.filter(id => !kept.has(id))
  if (!isNew) removeChildren(scope, target, gone)
  if (connected.length === 0) return []
  const end = isNew || toOne ? null : await endOf(scope, target, connected)
  const stored = end?.stored ?? (await childrenOf(scope, target))
  const placed = placeConnected(stored, connected, { strict, isNew })
  if (toOne) keepOnly(scope, target, stored, kept)
  const numbered =
    end === null
      ? numberPlaced(placed, { isNew })
      : placed.filter(({ isLinked }) => !isLinked).map(({ id }, index) => ({ id, order: end.last + index + 1 }))
  placeChildren(scope, target, stored, numbered)
  return ids
}

interface EndOfList {
  /** Those of the connected entries that are linked already. */
  readonly stored: readonly OrderedChild[]
  readonly last: number
}

/** What it takes to put entries at the end of a list, however long it is. `null`: the whole list has to be read. */
async function endOf(
  scope: WriteScope,
  { link, id }: RelationTarget,
  connected: Patch['connect'],
): Promise<EndOfList | null> {
  const { orderColumn } = link
  if (orderColumn === null || connected.some(({ position }) => position.kind !== 'end')) return null
  const ids = connected.map(item => item.id)
  const [last, rows] = await Promise.all([
    scope.ask(selectLastOrder({ ...link, orderColumn }, id)),
    scope.ask(selectChildren(link, id, ids)),
  ])
  const [largest, open] = last[0]!
  return Number(open) === 1 ? null : { stored: rows.map(toChild), last: Math.floor(Number(largest ?? 0)) }
}

async function childrenOf(scope: WriteScope, { link, id, isNew }: RelationTarget): Promise<readonly OrderedChild[]> {
  return isNew ? [] : (await scope.ask(selectChildren(link, id))).map(toChild)
}

function toChild([child, order]: readonly unknown[]): OrderedChild {
  return { id: Number(child), order: order === null ? null : Number(order) }
}

function keepOnly(
  scope: WriteScope,
  place: LinkPlace,
  stored: readonly OrderedChild[],
  kept: ReadonlySet<number>,
): void {
  const gone = stored.map(({ id }) => id).filter(id => !kept.has(id))
  removeChildren(scope, place, gone)
}

function removeChildren(scope: WriteScope, { link, id }: LinkPlace, children: readonly number[]): void {
  for (const deleted of deleteChildren(link, id, children)) scope.send(link.table, deleted)
}

/** Adds the children that are not stored yet, and moves those of the others that have another number. */
function placeChildren(
  scope: WriteScope,
  place: LinkPlace,
  stored: readonly OrderedChild[],
  numbered: readonly OrderedChild[],
): void {
  const known = new Map(stored.map(({ id, order }) => [id, order]))
  addChildren(
    scope,
    place,
    numbered.filter(({ id }) => !known.has(id)),
  )
  const { orderColumn } = place.link
  if (orderColumn === null) return
  const moved = numbered.filter(({ id, order }) => known.has(id) && known.get(id) !== order)
  const link = { ...place.link, orderColumn }
  for (const updated of updateChildOrders(link, place.id, moved)) scope.send(link.table, updated)
}

/** A new row comes last among those of its child. */
export function addChildren(
  scope: WriteScope,
  { link, id, inverseOrder }: LinkPlace,
  children: readonly OrderedChild[],
): void {
  const fixed = link.fixed.map(part => [part.column, part.value] as const)
  const rows = children.map((child): LinkRow => {
    const row = new Map<string, LinkValue>([[link.parentColumn, id], [link.childColumn, child.id], ...fixed])
    if (link.orderColumn !== null) row.set(link.orderColumn, child.order)
    const last = { afterLargest: inverseOrder ?? '', ofEach: link.childColumn, fixed: link.fixed }
    if (inverseOrder !== null) row.set(inverseOrder, last)
    return row
  })
  for (const inserted of insertLinks(link.table, rows)) scope.send(link.table, inserted)
}
