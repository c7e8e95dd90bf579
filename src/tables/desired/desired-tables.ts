/** Schema -> every table that its database has, as Strapi 4.26.2 creates them, plus our own indexes. */
import type { Model, Schema } from '../../schema/schema.ts'
import { STRAPI_TABLES } from '../core-store.ts'
import { linkTables } from './link-tables.ts'
import { modelTable } from './model-table.ts'
import type { TableDefinition } from './table-definition.ts'

/** In no particular order, so create the foreign keys after all tables. */
export function desiredTables(schema: Schema): readonly TableDefinition[] {
  const models: readonly Model[] = [...schema.types.values(), ...schema.components.values()]
  const tables = [
    ...STRAPI_TABLES,
    ...models.map(model => modelTable(schema, model)),
    ...models.flatMap(model => linkTables(schema, model)),
  ]
  return Object.freeze([...firstOfEachName(tables).values()])
}

/** Up to Strapi 4.4.6 two types could share a table. */
function firstOfEachName(tables: readonly TableDefinition[]): ReadonlyMap<string, TableDefinition> {
  const named = new Map<string, TableDefinition>()
  for (const table of tables) {
    const first = named.get(table.name)
    named.set(table.name, first === undefined ? table : withColumnsOf(first, table))
  }
  return named
}

function withColumnsOf(first: TableDefinition, second: TableDefinition): TableDefinition {
  const known = new Set(first.columns.map(column => column.name))
  const more = second.columns.filter(column => !known.has(column.name))
  return { ...first, columns: [...first.columns, ...more] }
}
