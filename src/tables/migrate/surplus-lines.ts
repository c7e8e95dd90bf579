/** Reports what a database holds beyond the schema files. It is left alone. */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { TableDefinition } from '../desired/table-definition.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'
import { storedName } from '../existing/stored-name.ts'

/** Lines such as `kept column articles.old_title: no schema file names it`. */
export function surplusLines(
  desired: readonly TableDefinition[],
  found: FoundTables,
  dialect: Pick<SqlDialect, 'name'>,
): readonly string[] {
  const columns = new Map(
    desired.map(table => [
      storedName(table.name, dialect),
      new Set(table.columns.map(column => storedName(column.name, dialect))),
    ]),
  )
  return found.tables.flatMap(table => {
    const wanted = columns.get(table.name)
    if (wanted === undefined) return [`kept table ${table.name}: no schema file names it`]
    // Link tables of old databases have no id, and those of newer versions may have extra columns. Both are fine.
    const surplus = table.columns.filter(column => !wanted.has(column))
    return surplus.map(column => `kept column ${table.name}.${column}: no schema file names it`)
  })
}
