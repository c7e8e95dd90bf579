/** Reads the rows from the single value that a packed statement returns. Reads only keys; other values stay in the bytes. */
import type { PackedColumn, PackedScalar } from '../sql/row-format.ts'
import type { PackedRow, RowKey, Unpack } from '../sql/statement.ts'
import { endOf, misplaced, parseKey } from './packed-bytes.ts'

export interface Unpacking {
  /** For databases that may contain strings that are not UTF-8. */
  readonly toUtf8?: (packed: Buffer) => Buffer
  /** Where a row ends whose values start here. */
  readonly endOfRow: (scalars: readonly PackedScalar[]) => (bytes: Buffer, start: number) => number
}

export function unpacker(columns: readonly PackedColumn[], { toUtf8, endOfRow }: Unpacking): Unpack<PackedRow> {
  const leading = columns.filter(column => typeof column === 'string')
  const endOfValues = endOfRow(columns.filter(column => typeof column !== 'string'))
  return (count, packed) => {
    if (packed === null) return []
    const bytes = toUtf8?.(packed) ?? packed
    const rows: PackedRow[] = []
    let at = 0
    while (at < bytes.length) {
      const keys = new Array<RowKey>(leading.length)
      for (let index = 0; index < leading.length; index += 1) {
        const end = endOf(bytes, at)
        keys[index] = leading[index] === 'key' ? parseKey(bytes, at, end) : bytes.toString('utf8', at, end)
        at = end + 1
      }
      rows.push({ keys, bytes, start: at })
      at = endOfValues(bytes, at) + 1
    }
    if (rows.length !== count) throw misplaced()
    return rows
  }
}
