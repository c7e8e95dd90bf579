/**
 * Keeps, changes, creates and removes the components and dynamic zones of one entry, with everything that belongs to
 * them.
 */
import { PopulusError } from '../../../errors.ts'
import type { ComponentItem, ComponentWrite, ZoneWrite } from '../../../plan/write/write-plan.ts'
import {
  type Attribute,
  type ComponentAttribute,
  type LinkTable,
  type Model,
  modelOf,
  type ZoneAttribute,
} from '../../../schema/schema.ts'
import { deleteWhere } from '../../../sql/compile-write.ts'
import { insertLinks, selectComponents } from '../../../sql/links/change-links.ts'
import type { SqlValue } from '../../../sql/statement.ts'
import type { WriteScope } from '../write-scope.ts'
import type { LinkOwner } from './link-owner.ts'

/** How rows are stored and deleted. Passed in, since components contain components. */
export interface EntryStore {
  insert(scope: WriteScope, entry: ComponentItem['entry']): Promise<number>
  update(scope: WriteScope, id: number, entry: ComponentItem['entry']): Promise<void>
  remove(scope: WriteScope, model: Model, id: number): Promise<void>
}

export interface StoredComponent {
  readonly uid: string
  readonly id: number
}

export async function storeComponents(
  scope: WriteScope,
  owner: LinkOwner,
  write: ComponentWrite | ZoneWrite,
  rows: EntryStore,
): Promise<void> {
  const { attribute, items } = write
  const { link } = attribute
  if (link === null) return
  const stored = owner.isNew ? [] : await storedComponents(scope, link, owner.id)
  const isKept = ({ uid, id }: StoredComponent) => items.some(item => item.id === id && item.entry.model.uid === uid)
  if (!owner.isNew) checkOwned(items, stored, attribute.name)
  const removed = stored.filter(old => !isKept(old))
  await Promise.all(removed.map(old => rows.remove(scope, modelOf(scope.schema, old.uid), old.id)))
  const ids = await Promise.all(
    items.map(async ({ id, entry }): Promise<StoredComponent> => {
      const kept = owner.isNew ? null : id
      if (kept !== null) await rows.update(scope, kept, entry)
      return { uid: entry.model.uid, id: kept ?? (await rows.insert(scope, entry)) }
    }),
  )
  linkComponents(scope, owner, attribute, ids)
}

/** The row has these components from now on, in this order. */
export function linkComponents(
  scope: WriteScope,
  { id, isNew }: Pick<LinkOwner, 'id' | 'isNew'>,
  attribute: ComponentAttribute | ZoneAttribute,
  components: readonly StoredComponent[],
): void {
  const { link } = attribute
  if (link === null) return
  if (!isNew) scope.send(link.table, deleteWhere(link.table, linkKey(link, id)))
  const ordered = attribute.kind === 'zone' || attribute.many
  const links = components.map((component, index) => linkRow(link, id, component, ordered ? index + 1 : null))
  for (const inserted of insertLinks(link.table, links)) scope.send(link.table, inserted)
}

/** A component that belongs to another entry cannot be taken over. */
function checkOwned(items: readonly ComponentItem[], stored: readonly StoredComponent[], attribute: string): void {
  for (const { id, entry } of items) {
    const isStranger = id !== null && !stored.some(old => old.id === id && old.uid === entry.model.uid)
    if (isStranger) throw new PopulusError('foreignComponent', { attribute })
  }
}

/** All components of an entry in an attribute, and the components inside them. */
export async function componentsIn(
  scope: WriteScope,
  attribute: Attribute,
  owner: number,
): Promise<readonly StoredComponent[]> {
  if ((attribute.kind !== 'component' && attribute.kind !== 'zone') || attribute.link === null) return []
  const found: StoredComponent[] = []
  for (const component of await storedComponents(scope, attribute.link, owner)) {
    found.push(component)
    for (const inner of modelOf(scope.schema, component.uid).attributes.values())
      found.push(...(await componentsIn(scope, inner, component.id)))
  }
  return found
}

/** Removes all components of an entry that is about to be deleted. */
export async function removeComponents(scope: WriteScope, model: Model, id: number, rows: EntryStore): Promise<void> {
  for (const attribute of model.attributes.values()) {
    if ((attribute.kind !== 'component' && attribute.kind !== 'zone') || attribute.link === null) continue
    for (const old of await storedComponents(scope, attribute.link, id)) {
      await rows.remove(scope, modelOf(scope.schema, old.uid), old.id)
    }
    scope.send(attribute.link.table, deleteWhere(attribute.link.table, linkKey(attribute.link, id)))
  }
}

/** In their order. Rows of components that no schema file describes any more are left alone. */
export async function storedComponents(
  scope: WriteScope,
  link: LinkTable,
  parent: number,
): Promise<readonly StoredComponent[]> {
  const rows = await scope.ask(selectComponents(link, parent))
  return rows
    .map(([uid, id]) => ({ uid: String(uid), id: Number(id) }))
    .filter(({ uid }) => scope.schema.components.has(uid))
}

function linkKey(link: LinkTable, parent: number): ReadonlyMap<string, SqlValue> {
  return new Map<string, SqlValue>([
    [link.parentColumn, parent],
    ...link.fixed.map(part => [part.column, part.value] as const),
  ])
}

function linkRow(
  link: LinkTable,
  parent: number,
  { uid, id }: StoredComponent,
  order: number | null,
): ReadonlyMap<string, SqlValue> {
  const values = new Map<string, SqlValue>(linkKey(link, parent))
  values.set(link.childColumn, id)
  values.set('component_type', uid)
  if (link.orderColumn !== null) values.set(link.orderColumn, order)
  return values
}
