/** Loads the rows of an answer in the cheapest way that gives one snapshot. */
import type { ReadProgram } from '../sql/read-program.ts'
import type { ContentContext } from './content-context.ts'
import { countTotal } from './known-total.ts'
import { knownPage, type LoadedRows, loadRows } from './load-rows.ts'

export async function loadAnswer(context: ContentContext, program: ReadProgram, entryId?: number): Promise<LoadedRows> {
  const { database } = context
  const { known, learn } = countTotal(context, program)
  const alone = await loadAlone(context, program, { entryId, total: known?.total })
  if (alone !== undefined) return alone
  const loaded = await database.read(loadRows(program, database.dialect, { entryId, total: known }))
  learn(loaded.total)
  return loaded
}

/**
 * Rows without children, by one statement. If there is a total, which was known before, both belong together when
 * nobody has changed the tables meanwhile. `undefined` where that is not so, or where there is more to load.
 */
async function loadAlone(
  { database }: ContentContext,
  program: ReadProgram,
  { entryId, total }: { readonly entryId: number | undefined; readonly total: number | undefined },
): Promise<LoadedRows | undefined> {
  const { rows, count, entry, tables } = program
  if (rows === null || entry.children.length > 0) return undefined
  if (count === null) {
    const found = await database.readOne(database.dialect.bind(rows, entryId === undefined ? [] : [entryId]))
    return { rows: found, total: null, groups: [] }
  }
  if (total === undefined) return undefined
  const version = database.versions.latest(tables)
  const { statement, inOrder } = knownPage(program, total)
  const found = await database.readOne(database.dialect.bind(statement))
  await database.catchUp()
  return database.versions.latest(tables) === version ? { rows: inOrder(found), total, groups: [] } : undefined
}
