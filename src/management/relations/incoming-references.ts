/** Who points at an entry: through relations of entries, and of components wherever they are. */
import type { IncomingReference } from '../../admin-api/content-api.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import { idValue } from '../../identity/records/stored-type.ts'
import type { LinkTable, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import { column, type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { rowFilters } from '../rights/row-conditions.ts'
import { readItems } from './pick-relations.ts'

/** At most this many entries of each place. */
const MOST = 100

/** What the person may read of it. */
export async function incomingReferences(
  context: ManagementContext,
  { type, rights }: ManagedType,
  id: number,
): Promise<readonly IncomingReference[]> {
  const found: IncomingReference[] = []
  for (const { model, attribute } of relationsTo(context.schema, type.uid)) {
    const holders = await rowsThat(context, linkFrom(attribute), [id])
    for (const place of await climb(context, model, holders, attribute.name))
      found.push(...(await describe(context, rights, place)))
  }
  return found
}

/** How many entries point at any of these, whether the person may read them or not. */
export async function countIncoming(
  context: ManagementContext,
  { type }: ManagedType,
  ids: readonly number[],
): Promise<number> {
  let count = 0
  for (const { model, attribute } of relationsTo(context.schema, type.uid)) {
    const holders = await rowsThat(context, linkFrom(attribute), ids)
    for (const place of await climb(context, model, holders, attribute.name)) count += place.ids.length
  }
  return count
}

interface Pointing {
  readonly model: Model
  readonly attribute: RelationAttribute
}

/** Translations of each other, and the other sides of relations that the entry itself has, are no references. */
function relationsTo({ types, components }: Schema, uid: string): readonly Pointing[] {
  return [...types.values(), ...components.values()].flatMap(model =>
    [...model.attributes.values()].flatMap(attribute => {
      const isReference =
        attribute.kind === 'relation' &&
        attribute.target === uid &&
        attribute.name !== 'localizations' &&
        attribute.mappedBy === null &&
        !attribute.relation.startsWith('morph')
      return isReference ? [{ model, attribute }] : []
    }),
  )
}

interface StoredLink {
  readonly table: string
  readonly parentColumn: string
  readonly childColumn: string
  readonly fixed: LinkTable['fixed']
}

function linkFrom({ link }: RelationAttribute): StoredLink | null {
  return link?.kind === 'table' ? link : null
}

/** The rows whose link leads to one of the ids. */
async function rowsThat(
  { database }: ManagementContext,
  link: StoredLink | null,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (link === null || ids.length === 0) return []
  const { dialect } = database
  const conditions: Fragment[] = [
    sql`${column('l', link.childColumn)} in (${join(ids.map(id => idValue(dialect, id)))})`,
    ...link.fixed.map(fixed => sql`${column('l', fixed.column)} = ${value(fixed.value)}`),
  ]
  const [rows = []] = await readRows(database, [
    sql`select distinct ${column('l', link.parentColumn)} from ${table(link.table)} as l where ${join(conditions, ' and ')} limit ${value(dialect.encode('integer', MOST))}`,
  ])
  return rows.flatMap(([id]) => (id === null ? [] : [Number(id)]))
}

interface ReferencePlace {
  readonly uid: string
  readonly ids: readonly number[]
  readonly field: string
}

/** From components up to the entries that hold them. */
async function climb(
  context: ManagementContext,
  model: Model,
  ids: readonly number[],
  field: string,
): Promise<readonly ReferencePlace[]> {
  if (ids.length === 0) return []
  if (model.kind === 'type') return [{ uid: model.uid, ids, field }]
  const places: ReferencePlace[] = []
  const { types, components } = context.schema
  for (const holder of [...types.values(), ...components.values()]) {
    for (const attribute of holder.attributes.values()) {
      if (attribute.kind !== 'component' && attribute.kind !== 'zone') continue
      const holds =
        attribute.kind === 'zone' ? attribute.components.includes(model.uid) : attribute.target === model.uid
      const { link } = attribute
      if (!holds || link === null) continue
      const typed =
        'typeColumn' in link ? { ...link, fixed: [...link.fixed, { column: link.typeColumn, value: model.uid }] } : link
      const holders = await rowsThat(context, typed, ids)
      places.push(...(await climb(context, holder, holders, `${attribute.name}.${field}`)))
    }
  }
  return places
}

async function describe(
  context: ManagementContext,
  rights: AdminRights,
  { uid, ids, field }: ReferencePlace,
): Promise<readonly IncomingReference[]> {
  const type = context.schema.types.get(uid)!
  const grant = rights.grant(uid, 'read')
  if (grant === null) return []
  const filters = [{ id: { $in: ids.map(String) } }, ...(await rowFilters(context, rights, type, grant))]
  const { data } = await readItems(context, rights, type, {
    filters: { $and: filters },
    pagination: { pageSize: String(MOST), withCount: 'false' },
  })
  return data.map(({ id, title, status, locale }) => ({ uid, id, title, status, locale, field }))
}
