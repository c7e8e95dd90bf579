/** The indexes we would like on a database that we must not change, as SQL commands for its owner. */
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { distinctNames } from '../desired/distinct-names.ts'
import type { TableDefinition } from '../desired/table-definition.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'
import { createIndex } from './ddl.ts'
import { diffTables } from './diff-tables.ts'

/** `create index ...;` lines: only for tables and columns that exist, and never unique indexes, because those could fail. */
export function indexAdvice(
  desired: readonly TableDefinition[],
  found: FoundTables,
  dialect: SqlDialect,
): readonly string[] {
  const missing = diffTables(desired, found, dialect).filter(change => change.kind !== 'drop-index')
  return distinctNames(missing, found, dialect).flatMap(change => {
    if (change.kind !== 'add-index' || change.index.unique || change.fresh) return []
    const { table, index } = change
    if (!index.columns.every(column => found.hasColumn(table, column))) return []
    return [`${dialect.compile(createIndex(table, index, dialect, true)).text};`]
  })
}
