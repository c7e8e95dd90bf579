/**
 * Makes the components of one translation what those of another one are, with everything that belongs to them. Those that correspond keep
 * their ids.
 */
import type { ComponentWrite, EntryWrite, ZoneWrite } from '../../../plan/write/write-plan.ts'
import {
  type Attribute,
  type ComponentAttribute,
  type LinkTable,
  type Model,
  modelOf,
  type TypedLinkTable,
  type ZoneAttribute,
} from '../../../schema/schema.ts'
import { insertCopy, updateCopy } from '../../../sql/compile-write.ts'
import { copyLinks } from '../../../sql/links/change-links.ts'
import { inverseOf, type WriteScope } from '../write-scope.ts'
import { linkComponents, type StoredComponent, storedComponents } from './store-components.ts'
import { deleteEntry, tableOf } from './store-entry.ts'

/** The components that were there before a write, by their place. */
export type ComponentsBefore = ReadonlyMap<string, readonly StoredComponent[]>

/** Those that a write of a stored row may change. */
export async function componentsBefore(
  scope: WriteScope,
  id: number,
  write: Pick<EntryWrite, 'components' | 'zones'>,
): Promise<ComponentsBefore> {
  const found = new Map<string, readonly StoredComponent[]>()
  const collect = async ({ attribute: { link }, items }: ComponentWrite | ZoneWrite, owner: number) => {
    if (link === null) return
    found.set(placeOf(link, owner), await storedComponents(scope, link, owner))
    for (const item of items) {
      if (item.id === null) continue
      for (const inner of [...item.entry.components, ...item.entry.zones]) await collect(inner, item.id)
    }
  }
  for (const part of [...write.components, ...write.zones]) await collect(part, id)
  return found
}

function placeOf({ table, fixed }: LinkTable, owner: number): string {
  return `${table} ${JSON.stringify(fixed)} ${owner}`
}

interface CopyOrder {
  readonly from: number
  readonly to: number
  /** Of the row `from`. */
  readonly before: ComponentsBefore
}

export async function copyComponents(
  scope: WriteScope,
  attribute: ComponentAttribute | ZoneAttribute,
  { from, to, before }: CopyOrder,
): Promise<void> {
  const { link } = attribute
  if (link === null) return
  const now = await storedComponents(scope, link, from)
  const was = before.get(placeOf(link, from)) ?? now
  const stored = await storedComponents(scope, link, to)
  const partners = now.map(component => partnerOf(component, was, stored))
  for (const old of stored.filter(each => !partners.includes(each)))
    await deleteEntry(scope, modelOf(scope.schema, old.uid), old.id)
  const copies: StoredComponent[] = []
  for (const [index, component] of now.entries())
    copies.push(await copyComponent(scope, component, partners[index], before))
  const isSame = ({ uid, id }: StoredComponent, index: number) => stored[index]?.id === id && stored[index].uid === uid
  if (copies.length !== stored.length || !copies.every(isSame))
    linkComponents(scope, { id: to, isNew: false }, attribute, copies)
}

/** Before the write, the components of translations stood in the same order. */
function partnerOf(
  { uid, id }: StoredComponent,
  was: readonly StoredComponent[],
  stored: readonly StoredComponent[],
): StoredComponent | undefined {
  const partner = stored[was.findIndex(old => old.id === id && old.uid === uid)]
  return partner?.uid === uid ? partner : undefined
}

/** Into the partner, or into a new component. */
async function copyComponent(
  scope: WriteScope,
  { uid, id: from }: StoredComponent,
  partner: StoredComponent | undefined,
  before: ComponentsBefore,
): Promise<StoredComponent> {
  const model = modelOf(scope.schema, uid)
  const table = tableOf(model)
  const columns = copiedColumns(model)
  const to = partner?.id ?? Number((await scope.change(table, insertCopy(table, columns, from)))[0]![0])
  if (partner !== undefined && columns.length > 0) scope.send(table, updateCopy(table, columns, { from, to }))
  for (const attribute of model.attributes.values()) {
    if (attribute.kind === 'component' || attribute.kind === 'zone')
      await copyComponents(scope, attribute, { from, to, before })
    const link = copiedLinks(scope, attribute)
    if (link !== null) for (const copied of copyLinks(link, { from, to })) scope.send(link.table, copied)
  }
  return { uid, id: to }
}

/** The columns of its own row. */
function copiedColumns({ attributes }: Model): readonly string[] {
  return [...attributes.values()].flatMap(attribute => {
    if (attribute.kind === 'scalar') return attribute.column ?? []
    const { link } = attribute
    if (link?.kind === 'parent-column') return link.column
    return link?.kind === 'columns' ? [link.idColumn, link.typeColumn] : []
  })
}

/** `null` where there are no rows of links, and for a relation whose other side has room for one entry only. */
function copiedLinks({ schema }: WriteScope, attribute: Attribute): LinkTable | TypedLinkTable | null {
  const isLinked = attribute.kind === 'relation' || attribute.kind === 'media' || attribute.kind === 'morph'
  if (!isLinked || attribute.link?.kind !== 'table') return null
  const inverse = attribute.kind === 'relation' ? inverseOf(attribute, schema) : undefined
  return inverse === undefined || inverse.many ? attribute.link : null
}
