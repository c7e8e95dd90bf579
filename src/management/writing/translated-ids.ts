/** The translations of an entry in some locales. */
import { badInput } from '../../input/check-input.ts'
import type { EntryReader } from '../entries/read-entry.ts'
import { localeOf } from '../entries/shape-values.ts'

export async function translatedIds(
  reader: EntryReader,
  id: number,
  locales: readonly string[],
): Promise<readonly number[]> {
  const entry = await reader.read(id)
  const known = new Map([
    [entry.locale, id],
    ...entry.translations.map(raw => [localeOf(raw.attributes), raw.id] as const),
  ])
  const missing = locales.filter(locale => !known.has(locale))
  if (missing.length > 0)
    throw badInput(missing.map(locale => ({ path: ['locales'], message: `there is no translation in ${locale}` })))
  return [...new Set(locales.map(locale => known.get(locale)!))]
}
