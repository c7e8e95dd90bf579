/** Inserts the planned rows model by model, so each gets its id. */
import { isScalar, type Model, type ScalarAttribute } from '../../schema/schema.ts'
import { groupBy } from './group-by.ts'
import { type Inserter, insertRows } from './insert-rows.ts'
import type { RowIds, SeedRow } from './seed-plan.ts'

export async function insertEntries(inserter: Inserter, rows: readonly SeedRow[]): Promise<RowIds> {
  const ids = new Map<SeedRow, number>()
  for (const [model, members] of groupBy(rows, row => row.model)) {
    const inserted = await insertRows(inserter, {
      table: model.tableName,
      columns: storedScalars(model).map(attribute => attribute.column!),
      rows: members.map(row =>
        storedScalars(model).map(({ name, type }) => inserter.dialect.encode(type, row.values.get(name) ?? null)),
      ),
    })
    members.forEach((row, index) => {
      ids.set(row, inserted[index]!)
    })
  }
  return ids
}

function storedScalars(model: Model): readonly ScalarAttribute[] {
  return [...model.attributes.values()].filter(isScalar).filter(attribute => attribute.column !== null)
}
