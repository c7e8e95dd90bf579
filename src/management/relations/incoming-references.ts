/**
 * Who points at an entry: through relations of entries, and of components wherever they are. Only entries and fields that the
 * person may read count; others change neither the list nor its number.
 */
import type { IncomingReference } from '../../admin-api/content-api.ts'
import { idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { ContentType, LinkTable, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import { aliases, compileCondition } from '../../sql/compile-condition.ts'
import { column, type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { readItems } from './pick-relations.ts'

/** At most this many entries of each place. */
const MOST = 100

export async function incomingReferences(
  context: ManagementContext,
  managed: ManagedType,
  id: number,
): Promise<readonly IncomingReference[]> {
  const found: IncomingReference[] = []
  for (const place of placesOf(context, managed, [id])) {
    const limit = value(context.database.dialect.encode('integer', MOST))
    const [rows = []] = await readRows(context.database, [sql`select t.id ${place.from} order by t.id limit ${limit}`])
    const ids = rows.map(([holder]) => String(holder))
    if (ids.length > 0) found.push(...(await describe(context, managed, place, ids)))
  }
  return found
}

/** How many entries point at any of these. */
export async function countIncoming(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
): Promise<number> {
  let count = 0
  for (const { from } of placesOf(context, managed, ids)) {
    const [rows = []] = await readRows(context.database, [sql`select count(*) ${from}`])
    count += Number(rows[0]?.[0] ?? 0)
  }
  return count
}

/** A field of a type that leads to the entries. */
interface ReferencePlace {
  readonly type: ContentType
  readonly field: string
  /** The entries, with their table as `t`. */
  readonly from: Fragment
}

function placesOf(
  { schema, database }: ManagementContext,
  { type, rights, access }: ManagedType,
  ids: readonly number[],
): readonly ReferencePlace[] {
  const { dialect } = database
  const named = join(ids.map(id => idValue(dialect, id)))
  return relationsTo(schema, type.uid)
    .flatMap(({ model, attribute: { link, name } }) =>
      link?.kind === 'table' ? climb(schema, { model, field: name, rows: parentsOf(link, named), below: [] }) : [],
    )
    .flatMap(({ type: holder, field, rows }) => {
      const grant = rights.grant(holder.uid, 'read')
      if (grant === null || holder.table === null || !coversPath(grant.fields, field)) return []
      const rule = access.rows?.get(holder.uid)?.read
      const isOpen = rule === undefined ? sql`` : sql` and ${compiled(rule, dialect)}`
      return [{ type: holder, field, from: sql`from ${table(holder.table)} as t where t.id in (${rows})${isOpen}` }]
    })
}

function compiled(rule: Parameters<typeof compileCondition>[0], dialect: SqlDialect): Fragment {
  return compileCondition(rule, { alias: 't', aliases: aliases('r'), dialect })
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

/** The rows whose link leads to one of the others. */
function parentsOf(link: LinkTable, children: Fragment): Fragment {
  const conditions = [
    sql`${column('l', link.childColumn)} in (${children})`,
    ...link.fixed.map(fixed => sql`${column('l', fixed.column)} = ${value(fixed.value)}`),
  ]
  return sql`select ${column('l', link.parentColumn)} from ${table(link.table)} as l where ${join(conditions, ' and ')}`
}

interface Holders {
  readonly model: Model
  readonly field: string
  /** Their ids. */
  readonly rows: Fragment
  /** The components on the way. */
  readonly below: readonly string[]
}

/** From components up to the entries that hold them. */
function climb(
  schema: Schema,
  { model, field, rows, below }: Holders,
): readonly (Pick<Holders, 'field' | 'rows'> & Pick<ReferencePlace, 'type'>)[] {
  if (model.kind === 'type') return [{ type: model, field, rows }]
  if (below.includes(model.uid)) return []
  const holders: Model[] = [...schema.types.values(), ...schema.components.values()]
  return holders.flatMap(holder =>
    [...holder.attributes.values()].flatMap(attribute => {
      if (attribute.kind !== 'component' && attribute.kind !== 'zone') return []
      const holds =
        attribute.kind === 'zone' ? attribute.components.includes(model.uid) : attribute.target === model.uid
      const { link } = attribute
      if (!holds || link === null) return []
      const typed =
        'typeColumn' in link ? { ...link, fixed: [...link.fixed, { column: link.typeColumn, value: model.uid }] } : link
      const above = { model: holder, field: `${attribute.name}.${field}`, rows: parentsOf(typed, rows) }
      return climb(schema, { ...above, below: [...below, model.uid] })
    }),
  )
}

async function describe(
  context: ManagementContext,
  { rights }: ManagedType,
  { type, field }: ReferencePlace,
  ids: readonly string[],
): Promise<readonly IncomingReference[]> {
  const { data } = await readItems(context, rights, type, {
    filters: { id: { $in: ids } },
    pagination: { pageSize: String(MOST), withCount: 'false' },
  })
  return data.map(({ id, title, status, locale }) => ({ uid: type.uid, id, title, status, locale, field }))
}
