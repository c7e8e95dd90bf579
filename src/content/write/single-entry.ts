/** The entry of a single type: one, or one in each locale. */
import type { ContentType } from '../../schema/schema.ts'
import { selectFirst } from '../../sql/compile-write.ts'
import { isLocale, translationsOf } from './entry-locale.ts'
import type { WriteScope } from './write-scope.ts'

/** In the locale, or in the default one if absent. */
export async function findSingleId(
  scope: WriteScope,
  type: ContentType,
  locale: string | undefined,
): Promise<number | null> {
  if (!type.localized) return firstId(scope, type, null)
  if (locale === undefined) return firstId(scope, type, scope.defaultLocale)
  return (await isLocale(scope, locale)) ? firstId(scope, type, locale) : null
}

/** The entry and its translations. */
export async function singleIds(scope: WriteScope, type: ContentType): Promise<readonly number[]> {
  const first = await firstId(scope, type, null)
  return first === null ? [] : [first, ...(await translationsOf(scope, type, first))]
}

/** The id of the first entry, or of the first one in a locale. */
async function firstId(scope: WriteScope, type: ContentType, locale: string | null): Promise<number | null> {
  if (type.table === null) return null
  const [row] = await scope.ask(selectFirst(type.table, locale === null ? new Map() : new Map([['locale', locale]])))
  return row === undefined ? null : Number(row[0])
}
