/** Inserts what connects rows: link tables with the order of both sides, or ids in the parents' columns. */
import { type LinkTable, modelOf, type Schema } from '../../schema/schema.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlValue } from '../../sql/statement.ts'
import { groupBy } from './group-by.ts'
import { type Inserter, insertRows, run } from './insert-rows.ts'
import type { RowIds, SeedLink } from './seed-plan.ts'

export interface LinkContext {
  readonly inserter: Inserter
  readonly schema: Schema
  readonly ids: RowIds
}

export async function insertLinks(context: LinkContext, links: readonly SeedLink[]): Promise<void> {
  for (const members of groupBy(links, link => link.attribute).values()) {
    const { link } = members[0]!.attribute
    if (link?.kind === 'table') await insertLinkTable(context, link, members)
    else if (link?.kind === 'parent-column') await setParentColumns(context, link.column, members)
  }
}

async function insertLinkTable(context: LinkContext, link: LinkTable, members: readonly SeedLink[]): Promise<void> {
  const inverseColumn = inverseOrderColumn(context.schema, link, members[0]!)
  const positions = new Map<number, number>()
  const records = members.map(member => {
    const child = context.ids.get(member.child)!
    positions.set(child, (positions.get(child) ?? 0) + 1)
    return linkRecord(context, link, member, inverseColumn === null ? {} : { [inverseColumn]: positions.get(child)! })
  })
  const columns = Object.keys(records[0]!)
  await insertRows(context.inserter, { table: link.table, columns, rows: records.map(record => Object.values(record)) })
}

function linkRecord(
  { inserter, ids }: LinkContext,
  link: LinkTable,
  { attribute, parent, child, order }: SeedLink,
  inverseOrder: Readonly<Record<string, number>>,
): Readonly<Record<string, SqlValue>> {
  const integer = (number: number | undefined) => inserter.dialect.encode('integer', number)
  const float = (number: number) => inserter.dialect.encode('float', number)
  return {
    [link.parentColumn]: integer(ids.get(parent)),
    [link.childColumn]: integer(ids.get(child)),
    ...Object.fromEntries(link.fixed.map(fixed => [fixed.column, fixed.value])),
    ...(attribute.kind === 'zone' && attribute.link !== null ? { [attribute.link.typeColumn]: child.model.uid } : {}),
    ...(link.orderColumn === null ? {} : { [link.orderColumn]: float(order) }),
    ...Object.fromEntries(Object.entries(inverseOrder).map(([column, position]) => [column, float(position)])),
  }
}

/** The column that orders the owners within one target, taken from the attribute on the other side. */
function inverseOrderColumn(schema: Schema, link: LinkTable, { attribute }: SeedLink): string | null {
  if (attribute.kind !== 'relation' || attribute.inversedBy === null) return null
  const inverse = modelOf(schema, attribute.target).attributes.get(attribute.inversedBy)
  if (inverse?.kind !== 'relation' || inverse.link?.kind !== 'table') return null
  return inverse.link.orderColumn === link.orderColumn ? null : inverse.link.orderColumn
}

async function setParentColumns(
  { inserter, ids }: LinkContext,
  column: string,
  members: readonly SeedLink[],
): Promise<void> {
  const integer = (number: number | undefined) => value(inserter.dialect.encode('integer', number))
  for (const { parent, child } of members) {
    const target = table(parent.model.tableName)
    const assignment = sql`${name(column)} = ${integer(ids.get(child))}`
    await run(inserter, sql`update ${target} set ${assignment} where ${name('id')} = ${integer(ids.get(parent))}`)
  }
}
