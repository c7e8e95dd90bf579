/** Relations and media of one entry: applies a change to the stored links, with their order on both sides. */
import { orderConnected } from '../../../plan/write/order-connected.ts'
import type { LinkChange, LinkWrite } from '../../../plan/write/write-plan.ts'
import type { Link, LinkTable, Model, RelationAttribute } from '../../../schema/schema.ts'
import {
  deleteChildren,
  deleteOtherParents,
  insertLink,
  renumber,
  selectChildren,
  selectLargestOrder,
  updateChildOrder,
  updateWhere,
} from '../../../sql/compile-write.ts'
import type { SqlValue } from '../../../sql/statement.ts'
import { inverseOf, type WriteScope } from '../write-scope.ts'

export interface LinkOwner {
  readonly model: Model
  readonly id: number
  /** A new entry has no links yet. */
  readonly isNew: boolean
}

export async function storeLink(scope: WriteScope, owner: LinkOwner, { attribute, change }: LinkWrite): Promise<void> {
  const { link } = attribute
  if (link === null) return
  if (link.kind === 'parent-column') return clearOwnColumn(scope, owner, link.column, change)
  if (link.kind === 'child-column') return storeChildColumn(scope, owner, link, attribute.target, change)
  const isPlain = attribute.kind === 'relation' && !attribute.relation.startsWith('morph')
  return isPlain
    ? storeRelation(scope, owner, attribute, link, change)
    : storeMorph(scope, owner, link, attribute.many, change)
}

/** The id that a `parent-column` relation stores in the entry's own row. */
export function ownColumn({ attribute, change }: LinkWrite): readonly [string, SqlValue] | undefined {
  if (attribute.link?.kind !== 'parent-column') return undefined
  if (change.kind === 'set') return [attribute.link.column, change.ids.at(-1) ?? null]
  const connected = change.connect.at(-1)
  return connected === undefined ? undefined : [attribute.link.column, connected.id]
}

/** Disconnects the entry that the row names, if it is one of those to remove. */
async function clearOwnColumn(
  scope: WriteScope,
  { model, id }: LinkOwner,
  column: string,
  change: LinkChange,
): Promise<void> {
  if (change.kind === 'set' || change.connect.length > 0 || model.table === null) return
  for (const gone of change.disconnect) {
    const named = new Map<string, SqlValue>([
      ['id', id],
      [column, gone],
    ])
    await scope.change(model.table, updateWhere(model.table, new Map([[column, null]]), named))
  }
}

async function storeRelation(
  scope: WriteScope,
  owner: LinkOwner,
  attribute: RelationAttribute,
  link: LinkTable,
  change: LinkChange,
): Promise<void> {
  const inverse = inverseOf(attribute, scope.schema)
  const target: RelationTarget = {
    ...owner,
    link,
    inverseOrder: inverse?.link?.kind === 'table' ? inverse.link.orderColumn : null,
    toOne: !attribute.many,
    // The child may have only one parent, so it is removed from any other.
    exclusive: inverse !== undefined && !inverse.many,
  }
  const added =
    change.kind === 'set' ? await setChildren(scope, target, change.ids) : await patchChildren(scope, target, change)
  if (target.exclusive && added.length > 0) await takeFromOthers(scope, target, added)
  if (target.toOne && added.length > 0) await keepOnly(scope, target, added.at(-1)!)
}

interface RelationTarget extends LinkOwner {
  readonly link: LinkTable
  /** The column that stores the position of the entry among the parents of a child. */
  readonly inverseOrder: string | null
  readonly toOne: boolean
  readonly exclusive: boolean
}

/** Links exactly these children, in this order. Returns the children that are linked now. */
async function setChildren(
  scope: WriteScope,
  target: RelationTarget,
  wanted: readonly number[],
): Promise<readonly number[]> {
  const ids = [...new Set(target.toOne ? wanted.slice(target.isNew ? 0 : -1, target.isNew ? 1 : undefined) : wanted)]
  const kept = new Set(ids)
  const stored = await childrenOf(scope, target)
  await removeChildren(
    scope,
    target,
    stored.map(({ id }) => id).filter(id => !kept.has(id)),
  )
  await placeChildren(
    scope,
    target,
    stored,
    ids.map((id, index) => ({ id, order: index + 1 })),
  )
  return ids
}

/** Adds the children that are not stored yet, and moves the others to their places. */
async function placeChildren(
  scope: WriteScope,
  target: RelationTarget,
  stored: readonly { readonly id: number }[],
  numbered: Parameters<typeof addChildren>[2],
): Promise<void> {
  const known = new Set(stored.map(({ id }) => id))
  await addChildren(
    scope,
    target,
    numbered.filter(({ id }) => !known.has(id)),
  )
  await moveChildren(
    scope,
    target,
    numbered.filter(({ id }) => known.has(id)),
  )
}

/** Adds some children and removes some. Returns the children that were connected. */
async function patchChildren(
  scope: WriteScope,
  target: RelationTarget,
  { connect, disconnect, strict }: LinkChange & { kind: 'patch' },
): Promise<readonly number[]> {
  const connected = target.toOne ? connect.slice(-1) : connect
  const ids = connected.map(({ id }) => id)
  const kept = new Set(ids)
  await removeChildren(
    scope,
    target,
    disconnect.filter(id => !kept.has(id)),
  )
  if (connected.length === 0) return []
  const stored = await numberedChildren(scope, target)
  await placeChildren(scope, target, stored, orderConnected(stored, connected, { strict, isNew: target.isNew }))
  if (!target.isNew) await renumberChildren(scope, target)
  return ids
}

interface NumberedChild {
  readonly id: number
  readonly order: number
}

async function childrenOf(scope: WriteScope, { link, id, isNew }: RelationTarget): Promise<readonly NumberedChild[]> {
  if (isNew) return []
  const rows = await scope.ask(selectChildren(link, id))
  return rows.map(([child, order]) => ({ id: Number(child), order: Number(order ?? 0) }))
}

/** Positions need a list numbered 1, 2, 3, ...; a list that was connected on create starts at 0, as in Strapi. */
async function numberedChildren(scope: WriteScope, target: RelationTarget): Promise<readonly NumberedChild[]> {
  const stored = await childrenOf(scope, target)
  if (stored.every(({ order }, index) => order === index + 1)) return stored
  await renumberChildren(scope, target)
  return stored.map(({ id }, index) => ({ id, order: index + 1 }))
}

async function addChildren(
  scope: WriteScope,
  target: RelationTarget,
  children: readonly NumberedChild[],
): Promise<void> {
  if (children.length === 0) return
  const { link, inverseOrder } = target
  const largest = new Map<number, number>()
  if (inverseOrder !== null) {
    const rows = await scope.ask(
      selectLargestOrder(
        link,
        inverseOrder,
        children.map(({ id }) => id),
      ),
    )
    for (const [child, order] of rows) largest.set(Number(child), Number(order ?? 0))
  }
  for (const { id, order } of children) {
    const values = new Map<string, SqlValue>([
      [link.parentColumn, target.id],
      [link.childColumn, id],
      ...link.fixed.map(part => [part.column, part.value] as const),
    ])
    if (link.orderColumn !== null) values.set(link.orderColumn, order)
    if (inverseOrder !== null) values.set(inverseOrder, (largest.get(id) ?? 0) + 1)
    await scope.change(link.table, insertLink(link.table, values))
  }
}

async function moveChildren(
  scope: WriteScope,
  { link, id }: RelationTarget,
  children: readonly NumberedChild[],
): Promise<void> {
  const { orderColumn } = link
  if (orderColumn === null) return
  for (const child of children) {
    await scope.change(link.table, updateChildOrder({ ...link, orderColumn }, id, child.id, child.order))
  }
}

/** Closes the gaps that the removed children leave, on both sides. */
async function removeChildren(scope: WriteScope, target: RelationTarget, children: readonly number[]): Promise<void> {
  if (children.length === 0) return
  await scope.change(target.link.table, deleteChildren(target.link, target.id, children))
  await renumberChildren(scope, target)
  await renumberParents(scope, target, children)
}

async function takeFromOthers(scope: WriteScope, target: RelationTarget, children: readonly number[]): Promise<void> {
  await scope.change(target.link.table, deleteOtherParents(target.link, target.id, children))
  await renumberParents(scope, target, children)
}

async function keepOnly(scope: WriteScope, target: RelationTarget, child: number): Promise<void> {
  const others = (await childrenOf(scope, { ...target, isNew: false })).map(({ id }) => id).filter(id => id !== child)
  await removeChildren(scope, target, others)
}

async function renumberChildren(scope: WriteScope, { link, id }: RelationTarget): Promise<void> {
  if (link.orderColumn === null || link.rowKey !== 'id') return
  const columns = { ownerColumn: link.parentColumn, orderColumn: link.orderColumn }
  await scope.change(link.table, renumber(link.table, columns, [id]))
}

async function renumberParents(
  scope: WriteScope,
  { link, inverseOrder }: RelationTarget,
  children: readonly number[],
): Promise<void> {
  if (inverseOrder === null || link.rowKey !== 'id') return
  await scope.change(
    link.table,
    renumber(link.table, { ownerColumn: link.childColumn, orderColumn: inverseOrder }, children),
  )
}

/** Media and the inverse side of morph relations: all rows are replaced. */
async function storeMorph(
  scope: WriteScope,
  owner: LinkOwner,
  link: LinkTable,
  many: boolean,
  change: LinkChange,
): Promise<void> {
  const target: RelationTarget = { ...owner, link, inverseOrder: null, toOne: !many, exclusive: false }
  const stored = (await childrenOf(scope, target)).map(({ id }) => id)
  const wanted = change.kind === 'set' ? change.ids : patched(stored, change)
  const ids = [...new Set(many ? wanted : wanted.slice(-1))]
  if (stored.length > 0) await scope.change(link.table, deleteChildren(link, owner.id, stored))
  await addChildren(
    scope,
    target,
    ids.map((id, index) => ({ id, order: index + 1 })),
  )
}

function patched(
  stored: readonly number[],
  { connect, disconnect, strict }: LinkChange & { kind: 'patch' },
): readonly number[] {
  const connected = new Set(connect.map(({ id }) => id))
  const disconnected = new Set(disconnect)
  const kept = stored.filter(id => !disconnected.has(id) || connected.has(id))
  const known = kept.map((id, index) => ({ id, order: index + 1 }))
  const moved = new Map(orderConnected(known, connect, { strict, isNew: false }).map(({ id, order }) => [id, order]))
  const all = [...known.filter(({ id }) => !moved.has(id)), ...[...moved].map(([id, order]) => ({ id, order }))]
  return all.sort((a, b) => a.order - b.order).map(({ id }) => id)
}

/** The rows of the children name their parent. */
async function storeChildColumn(
  scope: WriteScope,
  { id, isNew }: LinkOwner,
  link: Link & { kind: 'child-column' },
  uid: string,
  change: LinkChange,
): Promise<void> {
  const table = scope.schema.types.get(uid)?.table
  if (table === null || table === undefined) return
  const fixed = link.fixed.map(part => [part.column, part.value] as const)
  const cleared = new Map<string, SqlValue>([[link.column, null], ...fixed.map(([key]) => [key, null] as const)])
  const mine = new Map<string, SqlValue>([[link.column, id], ...fixed])
  if (change.kind === 'set' && !isNew) await scope.change(table, updateWhere(table, cleared, mine))
  const [added, removed] =
    change.kind === 'set' ? [change.ids, []] : [change.connect.map(item => item.id), change.disconnect]
  for (const child of removed) await scope.change(table, updateWhere(table, cleared, new Map([...mine, ['id', child]])))
  for (const child of added) await scope.change(table, updateWhere(table, mine, new Map([['id', child]])))
}
