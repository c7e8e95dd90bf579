/** The locales in which entries are missing, as far as a person could add them. */
import type { ContentType } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { AT_ONCE, readList } from './find-ids.ts'
import { localeOf, type RawEntry } from './shape-values.ts'

export interface MissingTranslations {
  /** The lowest id of all translations, which names them together. */
  readonly first: number
  readonly locales: readonly string[]
}

/** By id; entries that are missing nowhere are left out. At most `AT_ONCE` ids. */
export async function missingTranslations(
  context: ManagementContext,
  rights: AdminRights,
  type: ContentType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MissingTranslations>> {
  const codes = await writableLocales(context, rights, type)
  const missing = new Map<number, MissingTranslations>()
  if (codes.length < 2 || ids.length === 0) return missing
  const managed = { type, access: adminAccess(context.schema, rights) }
  const { data } = await readList(context, managed, {
    fields: ['locale'],
    populate: { localizations: { fields: ['locale'] } },
    filters: { id: { $in: ids.map(String) } },
    pagination: { pageSize: String(AT_ONCE), withCount: 'false' },
  })
  for (const entry of data) {
    const others = entry.attributes.localizations as unknown as { data: readonly RawEntry[] }
    const all = [entry, ...others.data]
    const there = new Set(all.map(({ attributes }) => localeOf(attributes)))
    const locales = codes.filter(code => !there.has(code))
    if (locales.length > 0) missing.set(entry.id, { first: Math.min(...all.map(({ id }) => id)), locales })
  }
  return missing
}

/** Those in which the person may write. None if there may be translations that the person does not see. */
async function writableLocales(
  { content }: ManagementContext,
  rights: AdminRights,
  { uid, localized, attributes }: ContentType,
): Promise<readonly string[]> {
  const [read, create] = [rights.grant(uid, 'read'), rights.grant(uid, 'create')]
  if (!localized || !attributes.has('localizations') || read === null || create === null) return []
  if (read.creators !== null || read.conditions.length > 0) return []
  const codes = [...((await content.localeCodes()) ?? [])]
  return codes.filter(code => [read, create].every(({ locales }) => locales === null || locales.has(code)))
}
