/** Reads of the types that the server brings along (users, files): plain objects without an envelope. */
import type { ContentContext } from '../content-context.ts'
import { entryIdOf } from './entry-id.ts'
import { loadRows } from './load-rows.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'

/** The JSON text of the list: all of it, unless `start` and `limit` say otherwise. */
export async function findFlat(context: ContentContext, input: ReadInput): Promise<string> {
  const { program, toJson } = await prepareRead(context, input, { kind: 'flat-list' })
  return toJson(
    await context.database.read(loadRows(program, context.database.dialect, { limits: context.limits }), {}),
  )!.toString()
}

/** The JSON text of one entry, or `null` when there is none. */
export async function findFlatOne(
  context: ContentContext,
  input: ReadInput & { readonly id: string },
): Promise<string | null> {
  const { program, toJson } = await prepareRead(context, input, { kind: 'flat-entry' })
  const id = entryIdOf(input.id)
  if (id === null) return null
  const loaded = await context.database.read(
    loadRows(program, context.database.dialect, { entryId: id, limits: context.limits }),
    {},
  )
  return toJson(loaded)?.toString() ?? null
}
