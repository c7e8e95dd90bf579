/** The rule: whether a change may change an answer. */
import type { TableChange } from './content-change.ts'
import type { Dependencies, RowWatch, Watch } from './dependencies.ts'
import { hasId } from './id-sets.ts'
import { canBeNew } from './row-tests.ts'

export function isTouched({ plan, ids, values }: Dependencies, change: TableChange): boolean {
  const dependency = plan.tables.get(change.table)
  if (dependency === undefined) return false
  if (change.kind === 'any') return true
  const { watch, rows } = dependency
  if (watch !== null && meets(watch, change, values)) return true
  return rows.some(row => concerns(row, change, id => hasId(ids, plan.sets, row.set, id)))
}

function meets(
  { inserts, deletes, columns }: Watch,
  change: TableChange,
  values: readonly unknown[] | undefined,
): boolean {
  if (columns === 'any') return true
  switch (change.kind) {
    case 'insert':
      return inserts !== null && canBeNew(inserts, change, values)
    case 'delete':
      return deletes
    default:
      return sets(change, columns)
  }
}

function sets(change: TableChange, columns: ReadonlySet<string>): boolean {
  return change.columns.some(column => columns.has(column))
}

function concerns({ key, columns }: RowWatch, change: TableChange, isNamed: (id: number) => boolean): boolean {
  if (change.kind === 'update' && columns !== 'any' && !sets(change, columns)) return false
  const values = change.keys[key]
  // Nobody knows which rows were changed.
  return values === undefined || values.some(isNamed)
}
