/** Inserts many rows in one statement. */

import { type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { SqlValue } from '../../sql/statement.ts'
import type { Transaction } from '../../storage/database.ts'

/** Column names and, for each row, its values in the same order. */
export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlValue[])[]
}

/** Databases limit the number of bound values in one statement; SQLite's limit is 32766. */
const MOST_VALUES = 16_000

export interface Inserter {
  readonly transaction: Transaction
  readonly dialect: SqlDialect
}

/** Returns the ids of the new rows, in the order of the rows. */
export async function insertRows(
  inserter: Inserter,
  { table: into, columns, rows }: TableRows,
): Promise<readonly number[]> {
  const ids: number[] = []
  if (columns.length === 0) {
    // A component may have only relations. Its row is then nothing but an id.
    for (const _ of rows) {
      const [row] = await run(inserter, sql`insert into ${table(into)} default values returning ${name('id')}`)
      ids.push(Number(row![0]))
    }
    return ids
  }
  const size = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, columns.length)))
  for (let start = 0; start < rows.length; start += size) {
    const part = { table: into, columns, rows: rows.slice(start, start + size) }
    const returned = await run(inserter, sql`${insertion(part)} returning ${name('id')}`)
    // RETURNING guarantees no order, but ids are assigned in the order of the rows.
    ids.push(...returned.map(row => Number(row[0])).sort((a, b) => a - b))
  }
  return ids
}

function insertion({ table: into, columns, rows }: TableRows): Fragment {
  const tuples = rows.map(row => sql`(${join(row.map(value))})`)
  return sql`insert into ${table(into)} (${join(columns.map(name))}) values ${join(tuples)}`
}

export function run({ transaction, dialect }: Inserter, fragment: Fragment) {
  return transaction.run(dialect.bind(dialect.compile(fragment)))
}
