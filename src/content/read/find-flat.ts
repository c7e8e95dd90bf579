/** Reads the built-in types (users, files, locales): plain objects without an envelope. */

import { parseText } from '../../query/parse-text.ts'
import { LOCALE_UID } from '../../schema/schema.ts'
import type { ReadProgram } from '../../sql/read-program.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { ContentContext } from '../content-context.ts'
import { prepareRead, type ReadInput } from './prepare-read.ts'
import { loadRows } from './rows/load-rows.ts'

/** Returns the list as JSON: all of it, unless `start` and `limit` select a part. */
export async function findFlat(context: ContentContext, input: ReadInput): Promise<string> {
  const { program, toJson } = await prepareRead(context, input, { kind: 'flat-list' })
  return toJson(await load(context, program))!.toString()
}

/** Returns one entry as JSON, or `null` if it does not exist. */
export async function findFlatOne(
  context: ContentContext,
  input: ReadInput & { readonly id: string },
): Promise<string | null> {
  const { program, toJson } = await prepareRead(context, input, { kind: 'flat-entry' })
  const id = idOfText(input.id)
  if (id === null) return null
  const loaded = await load(context, program, id)
  return toJson(loaded)?.toString() ?? null
}

/** One file of the library. */
export async function findFile(
  context: ContentContext,
  input: ReadInput & { readonly id: string },
): Promise<string | null> {
  const found = await findFlatOne(context, input)
  const { fields, ...query } = parseText(input.search, context.limits)
  if (context.dialect.fieldsOfOneFile || fields === undefined) return found
  return findFlatOne(context, { ...input, query, search: JSON.stringify(query) })
}

function load({ database, limits }: ContentContext, program: ReadProgram, entryId?: number): Promise<LoadedRows> {
  const expensive = program.cost >= limits.expensiveCost
  return database.read(
    loadRows(program, database.dialect, { entryIds: entryId === undefined ? [] : [entryId], limits }),
    { expensive },
  )
}

/** The locales, in the form of the i18n plug-in's list: `[{"id":1,"name":"English (en)","code":"en",...,"isDefault":true}]` */
export async function findLocales(context: ContentContext, access: ReadInput['access']): Promise<string> {
  const type = context.schema.types.get(LOCALE_UID)!
  const locales = JSON.parse(await findFlat(context, { type, access, search: '' })) as { code: string }[]
  const defaultLocale = await context.defaultLocale()
  return JSON.stringify(locales.map(locale => ({ ...locale, isDefault: locale.code === defaultLocale })))
}
