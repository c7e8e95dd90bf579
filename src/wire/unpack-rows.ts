/** Rows out of the one value that a packed statement gives. Only the keys are read; the other values stay in the bytes. */
import type { PackedColumn, PackedScalar } from '../sql/row-format.ts'
import type { Row, Unpack } from '../sql/statement.ts'
import { endOf, keyOf, misplaced } from './packed-bytes.ts'

export interface Unpacking {
  /** As UTF-8, where the database may hold texts that are not. */
  readonly legible?: (packed: Buffer) => Buffer
  /** Where a row ends whose values begin here. */
  readonly endOfRow: (scalars: readonly PackedScalar[]) => (bytes: Buffer, start: number) => number
}

/** A row holds its keys, then the bytes of all rows, and where in them its other values begin. */
export function unpacker(columns: readonly PackedColumn[], { legible, endOfRow }: Unpacking): Unpack {
  const leading = columns.filter(column => typeof column === 'string')
  const endOfValues = endOfRow(columns.filter(column => typeof column !== 'string'))
  return (count, packed) => {
    if (packed === null) return []
    const bytes = legible?.(packed) ?? packed
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
      at = endOfValues(bytes, at) + 1
    }
    if (rows.length !== count) throw misplaced()
    return rows
  }
}
