/** Renames that are still possible after a start: it added the new column or table, but nothing was stored there yet. */
import type { RunFragment } from '../../storage/run-fragment.ts'
import { isSameShape, type ProbableRename, renamesTo } from '../renames/probable-renames.ts'
import type { PlanInput } from './inspect-migration.ts'
import { isEmptyColumn, isEmptyTable } from './is-empty.ts'

/** An old column with values next to an empty one of the same kind, and likewise for tables. */
export async function lateRenames(run: RunFragment, input: PlanInput): Promise<readonly ProbableRename[]> {
  const { desired, found, dialect } = input
  const renames: ProbableRename[] = []
  const wanted = new Set(desired.map(table => found.table(table.name)?.name))
  const surplus = found.tables.filter(there => !wanted.has(there.name))
  for (const table of desired.filter(({ name }) => found.table(name) !== undefined)) {
    const alike = surplus.filter(there => isSameShape(there, table, dialect))
    if (alike.length > 0 && (await isEmptyTable(run, table.name))) {
      const old = await firstFilled(alike, there => isEmptyTable(run, there.name))
      if (old !== undefined) renames.push({ table: null, from: old.name, to: table.name })
    }
    for (const column of table.columns.filter(({ name }) => found.hasColumn(table.name, name))) {
      const olds = renamesTo(input, table.name, column)
      if (olds.length === 0 || !(await isEmptyColumn(run, table.name, column.name))) continue
      const old = await firstFilled(olds, ({ from }) => isEmptyColumn(run, table.name, from))
      if (old !== undefined) renames.push(old)
    }
  }
  return renames
}

/** The renames whose old column or table holds anything. */
export async function worthwhile(
  run: RunFragment,
  renames: readonly ProbableRename[],
): Promise<readonly ProbableRename[]> {
  const kept: ProbableRename[] = []
  for (const rename of renames) {
    const { table, from } = rename
    const empty = table === null ? await isEmptyTable(run, from) : await isEmptyColumn(run, table, from)
    if (!empty) kept.push(rename)
  }
  return kept
}

async function firstFilled<T>(
  candidates: readonly T[],
  isEmpty: (candidate: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const candidate of candidates) if (!(await isEmpty(candidate))) return candidate
  return undefined
}
