/**
 * Databases from before Strapi 4.5 have links without numbers, and later versions never add them. Strapi then shows related
 * entries in the order in which the database happens to find them. SQLite finds those of one parent by the unique index of
 * the link table: from the side that owns the relation by their id, from the other side as they were linked.
 */
import type { Attribute, LinkTable, Model, Schema } from '../../schema/schema.ts'
import { column, sql, table as tableName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { FoundTables } from './inspect-tables.ts'

export interface FoundLinks {
  readonly run: RunFragment
  readonly found: FoundTables
  readonly dialect: SqlDialect
}

/** PostgreSQL finds links in the order in which they were stored, which is our order anyway. */
export async function orderUnnumbered(schema: Schema, links: FoundLinks): Promise<Schema> {
  if (links.dialect.name !== 'sqlite') return schema
  const asked = new Map<string, Promise<boolean>>()
  const order = async <M extends Model>([uid, model]: readonly [string, M]): Promise<readonly [string, M]> => {
    const attributes = await Promise.all([...model.attributes.values()].map(one => orderAttribute(one, links, asked)))
    return [uid, Object.freeze<M>({ ...model, attributes: new Map(attributes.map(one => [one.name, one])) })]
  }
  return Object.freeze({
    types: new Map(await Promise.all([...schema.types].map(order))),
    components: new Map(await Promise.all([...schema.components].map(order))),
  })
}

async function orderAttribute(
  attribute: Attribute,
  links: FoundLinks,
  asked: Map<string, Promise<boolean>>,
): Promise<Attribute> {
  if (attribute.kind !== 'relation' || attribute.link?.kind !== 'table') return attribute
  const { link } = attribute
  if (link.orderColumn === null || !isFoundByPair(link, links)) return attribute
  const place = `${link.table}.${link.orderColumn}`
  const isUnnumbered = asked.get(place) ?? hasUnnumbered(link.table, link.orderColumn, links)
  asked.set(place, isUnnumbered)
  if (!(await isUnnumbered)) return attribute
  return Object.freeze({ ...attribute, link: Object.freeze({ ...link, tieColumn: link.childColumn }) })
}

/** The unique index begins with the column by which the links of a parent are found. */
function isFoundByPair({ table, parentColumn, childColumn }: LinkTable, { found }: FoundLinks): boolean {
  const indexes = found.table(table)?.indexes ?? []
  return indexes.some(
    ({ unique, columns: [first, second] }) => unique && first === parentColumn && second === childColumn,
  )
}

async function hasUnnumbered(table: string, order: string, { run }: FoundLinks): Promise<boolean> {
  const rows = await run(sql`select 1 from ${tableName(table)} as l where ${column('l', order)} is null limit 1`)
  return rows.length > 0
}
