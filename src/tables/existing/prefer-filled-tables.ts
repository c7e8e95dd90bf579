/**
 * When both sides of a relation set `inversedBy`, it has two link tables. Strapi fills only the table of the side that it
 * reads last, but in hand-edited projects the rows may be in the other table. Then that table is used (ADOPT 1.3.2).
 */
import type { Attribute, LinkTable, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import type { RelationTableNames } from '../../schema/table-names.ts'
import { sql, table as tableName } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { ownedRelationTable } from '../desired/link-tables.ts'
import type { AdoptedSchema } from './adopt-schema.ts'
import type { FoundTables } from './inspect-tables.ts'

interface Rival {
  readonly model: Model
  readonly attribute: RelationAttribute
  readonly link: LinkTable
  /** The table that the schema does not use, with the link through it. */
  readonly other: LinkTable
}

export async function preferFilledTables(schema: Schema, found: FoundTables, run: RunFragment): Promise<AdoptedSchema> {
  const replaced = new Map<string, Map<string, Attribute>>()
  const lines = new Set<string>()
  for (const { model, attribute, link, other } of rivals(schema)) {
    if ((await hasRows(link.table, found, run)) || !(await hasRows(other.table, found, run))) continue
    const attributes = replaced.get(model.uid) ?? new Map(model.attributes)
    attributes.set(attribute.name, Object.freeze({ ...attribute, link: other }))
    replaced.set(model.uid, attributes)
    lines.add(
      `uses table ${other.table} instead of ${link.table}, which is empty: both sides of the relation set inversedBy`,
    )
  }
  return Object.freeze({ schema: withAttributes(schema, replaced), report: Object.freeze([...lines]) })
}

function rivals(schema: Schema): Rival[] {
  const models: readonly Model[] = [...schema.types.values(), ...schema.components.values()]
  return models.flatMap(model =>
    [...model.attributes.values()].flatMap(attribute => {
      const rival = attribute.kind === 'relation' ? rivalOf(schema, model, attribute) : null
      return rival === null ? [] : [rival]
    }),
  )
}

function rivalOf(schema: Schema, model: Model, attribute: RelationAttribute): Rival | null {
  const { link, inversedBy, target } = attribute
  const targetModel = schema.types.get(target)
  const inverse = targetModel?.attributes.get(inversedBy ?? '')
  if (link?.kind !== 'table' || targetModel === undefined || inverse?.kind !== 'relation') return null
  if (inverse.inversedBy !== attribute.name || inverse.target !== model.uid) return null
  const own = ownedRelationTable(schema, model, attribute)
  const theirs = ownedRelationTable(schema, targetModel, inverse)
  if (own === null || theirs === null || own.table === theirs.table) return null
  const other = link.table === own.table ? backward(link, theirs) : forward(link, own)
  return { model, attribute, link, other }
}

function forward(link: LinkTable, names: RelationTableNames): LinkTable {
  const { table, ownerColumn, targetColumn, orderColumn } = names
  return Object.freeze({ ...link, table, parentColumn: ownerColumn, childColumn: targetColumn, orderColumn })
}

function backward(link: LinkTable, names: RelationTableNames): LinkTable {
  const { table, ownerColumn, targetColumn, inverseOrderColumn: orderColumn } = names
  return Object.freeze({ ...link, table, parentColumn: targetColumn, childColumn: ownerColumn, orderColumn })
}

async function hasRows(table: string, found: FoundTables, run: RunFragment): Promise<boolean> {
  if (found.table(table) === undefined) return false
  const rows = await run(sql`select 1 from ${tableName(table)} limit 1`)
  return rows.length > 0
}

function withAttributes(schema: Schema, replaced: ReadonlyMap<string, ReadonlyMap<string, Attribute>>): Schema {
  if (replaced.size === 0) return schema
  const types = [...schema.types].map(([uid, type]) => {
    const attributes = replaced.get(uid)
    return [uid, attributes === undefined ? type : Object.freeze({ ...type, attributes })] as const
  })
  return Object.freeze({ ...schema, types: new Map(types) })
}
