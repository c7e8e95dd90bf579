/** Relations and media of one entry: applies a change to the stored links, whatever their form. */
import { placeConnected } from '../../../plan/write/order-connected.ts'
import type { LinkChange, LinkWrite } from '../../../plan/write/write-plan.ts'
import type { Link, LinkTable } from '../../../schema/schema.ts'
import { updateWhere } from '../../../sql/compile-write.ts'
import { deleteChildren, selectChildren } from '../../../sql/links/change-links.ts'
import type { SqlValue } from '../../../sql/statement.ts'
import type { WriteScope } from '../write-scope.ts'
import type { LinkOwner } from './link-owner.ts'
import { addChildren, storeRelation } from './store-relation.ts'

export async function storeLink(scope: WriteScope, owner: LinkOwner, { attribute, change }: LinkWrite): Promise<void> {
  const { link } = attribute
  if (link === null) return
  if (link.kind === 'parent-column') return clearOwnColumn(scope, owner, link.column, change)
  if (link.kind === 'child-column') return storeChildColumn(scope, owner, link, attribute.target, change)
  const isPlain = attribute.kind === 'relation' && !attribute.relation.startsWith('morph')
  return isPlain
    ? storeRelation(scope, owner, { attribute, link }, change)
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
    scope.send(model.table, updateWhere(model.table, new Map([[column, null]]), named))
  }
}

/** Media and the inverse side of morph relations: all rows are replaced. */
async function storeMorph(
  scope: WriteScope,
  owner: LinkOwner,
  link: LinkTable,
  many: boolean,
  change: LinkChange,
): Promise<void> {
  const rows = owner.isNew ? [] : await scope.ask(selectChildren(link, owner.id))
  const stored = rows.map(([child]) => Number(child))
  const wanted = change.kind === 'set' ? change.ids : patched(stored, change)
  const ids = [...new Set(many ? wanted : wanted.slice(-1))]
  for (const deleted of deleteChildren(link, owner.id, stored)) scope.send(link.table, deleted)
  addChildren(
    scope,
    { ...owner, link, inverseOrder: null },
    ids.map((id, index) => ({ id, order: index + 1 })),
  )
}

function patched(
  stored: readonly number[],
  { connect, disconnect, strict }: LinkChange & { kind: 'patch' },
): readonly number[] {
  const connected = new Set(connect.map(({ id }) => id))
  const disconnected = new Set(disconnect)
  const kept = stored.filter(id => !disconnected.has(id) || connected.has(id)).map(id => ({ id, order: null }))
  return placeConnected(kept, connect, { strict, isNew: false }).map(({ id }) => id)
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
  if (change.kind === 'set' && !isNew) scope.send(table, updateWhere(table, cleared, mine))
  const [added, removed] =
    change.kind === 'set' ? [change.ids, []] : [change.connect.map(item => item.id), change.disconnect]
  for (const child of removed) scope.send(table, updateWhere(table, cleared, new Map([...mine, ['id', child]])))
  for (const child of added) scope.send(table, updateWhere(table, mine, new Map([['id', child]])))
}
