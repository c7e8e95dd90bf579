/** Reads content for code that is part of the server: as plain objects, with everything that is stored. */
import { SERVER_ACCESS } from '../../plan/access.ts'
import type { QueryObject } from '../../query/query-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { ContentContext } from '../content-context.ts'
import { countFlat } from './count-flat.ts'
import { asValues, prepareRead, type ReadInput } from './prepare-read.ts'
import { loadRows } from './rows/load-rows.ts'

/** An entry without an envelope: related entries and components are objects in it. */
export type StoredObject = { readonly id: number } & Record<string, unknown>

/**
 * The entries that a query selects, drafts and all locales included unless it says otherwise; all of them, unless `start`
 * and `limit` select a part. `context` is made by `serverContent`.
 */
export async function readObjects(
  context: ContentContext,
  type: ContentType,
  query: QueryObject,
): Promise<readonly StoredObject[]> {
  const { program, toJson } = await prepareRead(context, inputOf(type, query), { kind: 'flat-list' })
  const { database } = context
  const json = toJson(await database.read(loadRows(program, database.dialect)))
  return JSON.parse(json!.toString()) as readonly StoredObject[]
}

/** One entry by its id; `null` if it does not exist. One plan serves every id. */
export async function readObject(
  context: ContentContext,
  type: ContentType,
  query: QueryObject,
  id: number,
): Promise<StoredObject | null> {
  const { steps, objectOf } = await storedObject(context, type, query, id)
  return objectOf(await context.database.read(steps()))
}

/** The same as of the last `catchUp`, which is cheaper while nobody writes. */
export async function readKnownObject(
  context: ContentContext,
  type: ContentType,
  query: QueryObject,
  id: number,
): Promise<StoredObject | null> {
  const { database } = context
  const { tables, steps, objectOf } = await storedObject(context, type, query, id)
  return objectOf((await database.readUnchanged(tables, steps())) ?? (await database.read(steps())))
}

async function storedObject(context: ContentContext, type: ContentType, query: QueryObject, id: number) {
  const { program, toJson } = await prepareRead(context, inputOf(type, query), { kind: 'flat-stored' })
  const objectOf = (loaded: LoadedRows): StoredObject | null => {
    const json = toJson(loaded)
    return json === null ? null : (JSON.parse(json.toString()) as StoredObject)
  }
  const steps = () => loadRows(program, context.database.dialect, { entryIds: [id] })
  return { tables: program.tables, steps, objectOf }
}

/** The tables that they read. */
export async function tablesOfObject(
  context: ContentContext,
  type: ContentType,
  query: QueryObject,
): Promise<readonly string[]> {
  return (await prepareRead(context, inputOf(type, query), { kind: 'flat-stored' })).program.tables
}

export async function countObjects(context: ContentContext, type: ContentType, query: QueryObject): Promise<number> {
  return Number(await countFlat(context, inputOf(type, query)))
}

function inputOf(type: ContentType, wanted: QueryObject): ReadInput {
  return { type, access: SERVER_ACCESS, ...asValues({ publicationState: 'preview', locale: 'all', ...wanted }) }
}
