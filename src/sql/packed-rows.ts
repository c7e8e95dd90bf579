/**
 * Rows that travel as one value. A driver takes longer to hand over the thousands of values of an answer than the
 * database takes to find them; so the database puts them together. They never become strings: bytes come from the
 * database, bytes go to the client (`write-values.ts`).
 */

import { endOf, keyOf, misplaced } from './packed-bytes.ts'
import type { PackedColumn, PackedQuery, Packing } from './packing.ts'
import type { SqlDialect } from './sql-dialect.ts'
import type { Row, Statement, Unpack } from './statement.ts'

/**
 * Keys and names come first. A row that was unpacked holds them, then the bytes of all rows, and where in them its
 * other values begin.
 */
export function compilePacked(dialect: SqlDialect, columns: readonly PackedColumn[], query: PackedQuery): Statement {
  const { packing } = dialect
  return dialect.compile(packing.pack(columns, query), unpacker(columns, packing))
}

function unpacker(columns: readonly PackedColumn[], packing: Packing): Unpack {
  const leading = columns.filter(column => typeof column === 'string')
  const endOfRow = packing.endOfRow(columns.filter(column => typeof column !== 'string'))
  return (count, packed) => {
    if (packed === null) return []
    const bytes = packing.legible?.(packed) ?? packed
    const rows: Row[] = []
    let at = 0
    while (at < bytes.length) {
      const row: unknown[] = []
      for (const column of leading) {
        const end = endOf(bytes, at)
        row.push(column === 'key' ? keyOf(bytes, at, end) : bytes.toString('utf8', at, end))
        at = end + 1
      }
      row.push(bytes, at)
      rows.push(row)
      at = endOfRow(bytes, at) + 1
    }
    if (rows.length !== count) throw misplaced()
    return rows
  }
}
