/** Loads the rows of an answer in the cheapest way that guarantees a single snapshot. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { ReadOptions } from '../../storage/database.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { ContentContext } from '../content-context.ts'
import { rememberList } from './known-list.ts'
import { loadRows } from './load-rows.ts'

/** Entries are read together with others up to this cost of each, in points. */
const CHEAP = 5000

export async function loadAnswer(
  context: ContentContext,
  program: ReadProgram,
  { entryId, gone }: { readonly entryId?: number | undefined; readonly gone?: ReadOptions['gone'] } = {},
): Promise<LoadedRows> {
  if (entryId === undefined) return loadList(context, program, gone)
  const load = (ids: readonly number[], leaving: ReadOptions['gone']) => loadEntries(context, program, ids, leaving)
  if (program.cost > CHEAP) return load([entryId], gone)
  return context.entryReads.read(program, entryId, gone, load)
}

async function loadList(context: ContentContext, program: ReadProgram, gone: ReadOptions['gone']): Promise<LoadedRows> {
  const { database, limits } = context
  if (program.searches) await context.settleSearch?.()
  const { known, learn } = rememberList(context, program)
  const options: ReadOptions = { gone, expensive: program.cost >= limits.expensiveCost }
  const now = program.timed ? context.clock() : undefined
  const unchanged = loadRows(program, database.dialect, { known, limits, now })
  const loaded =
    (await database.readUnchanged(program.tables, unchanged, options)) ??
    (await database.read(loadRows(program, database.dialect, { limits, now }), options))
  learn(loaded)
  return loaded
}

async function loadEntries(
  { database, limits, clock }: ContentContext,
  program: ReadProgram,
  entryIds: readonly number[],
  gone: ReadOptions['gone'],
): Promise<LoadedRows> {
  const options: ReadOptions = { gone, expensive: program.cost >= limits.expensiveCost }
  const now = program.timed ? clock() : undefined
  const steps = () => loadRows(program, database.dialect, { entryIds, limits, now })
  return (await database.readUnchanged(program.tables, steps(), options)) ?? (await database.read(steps(), options))
}
