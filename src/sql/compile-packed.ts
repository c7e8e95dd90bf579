/** Compiles a query whose rows are packed into one value. */
import type { PackedColumn, PackedQuery } from './row-format.ts'
import type { SqlDialect } from './sql-dialect.ts'
import type { PackedStatement } from './statement.ts'

export function compilePacked(
  dialect: SqlDialect,
  columns: readonly PackedColumn[],
  query: PackedQuery,
): PackedStatement {
  const { rows } = dialect
  return dialect.compile(rows.pack(columns, query), rows.unpacker(columns))
}
