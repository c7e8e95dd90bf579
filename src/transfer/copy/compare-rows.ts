/** Reads a copied table and compares it with what the source had: the number of rows, and the sum of all values. */

import { type Fragment, join, name, sql, table } from '../../sql/fragment.ts'
import type { StorageConfig } from '../../tables/open-database.ts'
import { openSnapshot } from '../../tables/open-snapshot.ts'
import { columnCopies, type RowsPlace } from './copy-rows.ts'
import type { PlannedTable } from './planned-table.ts'
import { type RowSum, RowSummer } from './row-sum.ts'

/** The sums of the stored rows, in the order of the tables. */
export async function* storedSums(
  tables: readonly PlannedTable[],
  config: StorageConfig['database'],
  place: RowsPlace,
): AsyncGenerator<RowSum> {
  const snapshot = await openSnapshot(config)
  try {
    for (const planned of tables) {
      const columns = columnCopies(planned, place)
      const sums = new RowSummer()
      for await (const rows of snapshot.pages(selectAll(planned, place))) {
        for (const row of rows) sums.add(row.map((value, at) => (value === null ? null : columns[at]!.stored(value))))
        place.progress(rows.length)
      }
      yield sums.total
    }
  } finally {
    await snapshot.close()
  }
}

function selectAll({ definition }: PlannedTable, { database, schema }: RowsPlace): Fragment {
  const source = table(definition.name, schema)
  const columns = definition.columns.map(column => name(column.name))
  if (database.dialect.name === 'sqlite') return sql`select ${join(columns)} from ${source}`
  return sql`select ${join(columns.map(column => sql`${column}::text`))} from ${source}`
}
