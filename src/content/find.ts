/** Reads a page of a collection. */
import type { ContentContext } from './content-context.ts'
import { loadRows } from './load-rows.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'

/** The JSON text of the answer. */
export async function find(context: ContentContext, input: ReadInput): Promise<string> {
  const { program, toJson } = await prepareRead(context, input, { kind: 'collection' })
  const loaded = await context.database.read(loadRows(program, context.database.dialect))
  return toJson(loaded)!
}
