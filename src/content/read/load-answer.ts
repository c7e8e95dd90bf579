/** Loads the rows of an answer in the cheapest way that guarantees a single snapshot. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { ReadOptions } from '../../storage/database.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { ContentContext } from '../content-context.ts'
import { countTotal } from './known-total.ts'
import { loadRows } from './load-rows.ts'

export async function loadAnswer(
  context: ContentContext,
  program: ReadProgram,
  { entryId, gone }: { readonly entryId?: number | undefined; readonly gone?: ReadOptions['gone'] } = {},
): Promise<LoadedRows> {
  const { database, limits } = context
  if (program.searches) await context.settleSearch?.()
  const { total, learn } = countTotal(context, program)
  const options: ReadOptions = { gone, expensive: program.cost >= limits.expensiveCost }
  const now = program.timed ? context.clock() : undefined
  const unchanged = loadRows(program, database.dialect, { entryId, total, limits, now })
  const loaded =
    (await database.readUnchanged(program.tables, unchanged, options)) ??
    (await database.read(loadRows(program, database.dialect, { entryId, limits, now }), options))
  learn(loaded.total)
  return loaded
}
