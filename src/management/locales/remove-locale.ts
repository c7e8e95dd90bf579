/** Removes a locale with its entries: all of it in one transaction, so that an interrupted removal has changed nothing. */
import type { LocaleUse } from '../../admin-api/locale-api.ts'
import type { Author } from '../../changes/change.ts'
import { runInScope } from '../../content/write/run-scope.ts'
import { deleteEntry } from '../../content/write/store/store-entry.ts'
import { lockWholeRelations } from '../../content/write/write-locks.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { column, type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { changeLocales, findLocale, localeRows, type StoredLocale } from './manage-locales.ts'

interface EntriesOfType {
  readonly type: ContentType
  readonly ids: readonly number[]
}

/**
 * Removes a locale, and its entries if `confirmed` is their number. Otherwise a locale with entries is refused with
 * `localeInUse`, and the default locale with `defaultLocaleNeeded`.
 */
export async function removeLocale(
  context: AdminContext,
  id: number,
  { confirmed, by = null }: { readonly confirmed: number; readonly by?: Author | null },
): Promise<StoredLocale> {
  const { content } = context.users
  const outbox = await content.outbox?.open()
  const { locale, entries, tables } = await changeLocales(context, async (run, standard, transaction) => {
    const locale = await findLocale(context, run, id, standard)
    if (locale.isDefault) throw new PopulusError('defaultLocaleNeeded')
    return runInScope(content, { transaction, defaultLocale: standard, by, outbox }, async scope => {
      const entries = await lockedEntries(scope, localizedTypes(context), locale.code)
      const uses = usesOf(entries.map(({ type, ids }) => ({ uid: type.uid, entries: ids.length })))
      if (countOf(uses) !== confirmed) throw inUse(locale.code, uses)
      for (const { type, ids } of entries) for (const entry of ids) await deleteEntry(scope, type, entry)
      await localeRows(context).delete(run, id)
      return { locale, entries, tables: scope.touched }
    })
  })
  outbox?.committed()
  for (const { type, ids } of entries)
    for (const entry of ids)
      content.events.publish(Object.freeze({ action: 'delete', type: type.uid, id: entry, tables }))
  return locale
}

/** Other writers of their relations wait from now on. */
async function lockedEntries(
  scope: WriteScope,
  types: readonly ContentType[],
  code: string,
): Promise<readonly EntriesOfType[]> {
  const attributes = types.flatMap(type => [...type.attributes.values()])
  lockWholeRelations(scope, attributes)
  const found: EntriesOfType[] = []
  for (const type of types) {
    const id = column('t', 'id')
    const rows = await scope.ask(
      sql`select ${id} from ${table(type.table!)} as t where ${hasLocale(type, code)} order by ${id}`,
    )
    const ids = rows.map(row => Number(row[0]))
    for (const id of ids) scope.noted.found(type, id, { isDraft: false, locale: code })
    found.push({ type, ids })
  }
  return found
}

/** How many entries of each type have the locale, without types that have none. */
export async function localeUses(context: AdminContext, code: string): Promise<readonly LocaleUse[]> {
  return localeUsesBy(statements => readRows(context.database, statements), context.schema, code)
}

/** The same inside a transaction. */
export async function localeUsesBy(
  read: (statements: readonly Fragment[]) => Promise<readonly (readonly Row[])[]>,
  schema: Schema,
  code: string,
): Promise<readonly LocaleUse[]> {
  const types = localizedTypes({ schema })
  const counts = types.map(type => sql`select count(*) from ${table(type.table!)} where ${hasLocale(type, code)}`)
  const found = await read(counts)
  return usesOf(types.map(({ uid }, index) => ({ uid, entries: Number(found[index]?.[0]?.[0] ?? 0) })))
}

function usesOf(counts: readonly LocaleUse[]): readonly LocaleUse[] {
  return counts.filter(({ entries }) => entries > 0)
}

function localizedTypes({ schema }: { readonly schema: Schema }): readonly ContentType[] {
  return [...schema.types.values()].filter(type => type.localized && type.table !== null && localeColumn(type) !== null)
}

function localeColumn({ attributes }: ContentType): string | null {
  const attribute = attributes.get('locale')
  return attribute?.kind === 'scalar' ? attribute.column : null
}

function hasLocale(type: ContentType, code: string): Fragment {
  return sql`${name(localeColumn(type)!)} = ${value(code)}`
}

function countOf(uses: readonly LocaleUse[]): number {
  return uses.reduce((sum, { entries }) => sum + entries, 0)
}

function inUse(code: string, uses: readonly LocaleUse[]): PopulusError {
  const count = countOf(uses)
  const list = uses.map(({ uid, entries }) => `${entries} of ${uid}`).join(', ')
  return new PopulusError('localeInUse', { code, count, list: list || 'none' }, { details: { entries: count, uses } })
}
