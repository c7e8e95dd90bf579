/** Reads of the types that the server brings along (users, files): plain objects without an envelope. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { ContentContext } from '../content-context.ts'
import { entryIdOf } from './entry-id.ts'
import { loadRows } from './load-rows.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'

/** The JSON text of the list: all of it, unless `start` and `limit` say otherwise. */
export async function findFlat(context: ContentContext, input: ReadInput): Promise<string> {
  const { program, toJson } = await prepareRead(context, input, { kind: 'flat-list' })
  return toJson(await load(context, program))!.toString()
}

/** The JSON text of one entry, or `null` when there is none. */
export async function findFlatOne(
  context: ContentContext,
  input: ReadInput & { readonly id: string },
): Promise<string | null> {
  const { program, toJson } = await prepareRead(context, input, { kind: 'flat-entry' })
  const id = entryIdOf(input.id)
  if (id === null) return null
  const loaded = await load(context, program, id)
  return toJson(loaded)?.toString() ?? null
}

function load({ database, limits }: ContentContext, program: ReadProgram, entryId?: number): Promise<LoadedRows> {
  const expensive = program.cost >= limits.expensiveCost
  return database.read(loadRows(program, database.dialect, { entryId, limits }), { expensive })
}
