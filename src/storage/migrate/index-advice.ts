/** The indexes we would like on a database that we must not change, as commands for its owner. */
import type { SqlDialect } from '../../sql/dialect.ts'
import { createIndex } from './ddl.ts'
import { diffTables } from './diff-tables.ts'
import { distinctNames } from './distinct-names.ts'
import type { FoundTables } from './inspect-tables.ts'
import type { TableDefinition } from './table-definition.ts'

/** `create index ...;` lines; only for tables and columns that exist, and never for unique indexes, which could fail. */
export function indexAdvice(
  desired: readonly TableDefinition[],
  found: FoundTables,
  dialect: SqlDialect,
): readonly string[] {
  const changes = distinctNames(diffTables(desired, found, dialect), found, dialect)
  return changes.flatMap(change => {
    if (change.kind !== 'add-index' || change.index.unique || change.fresh) return []
    const { table, index } = change
    if (!index.columns.every(column => found.hasColumn(table, column))) return []
    return [`${dialect.compile(createIndex(table, index, dialect)).text};`]
  })
}
