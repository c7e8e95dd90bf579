/** Lists, adds, changes and removes the locales of the content, stored exactly as Strapi v4 stores them. */
import { z } from 'zod'
import type { LocaleUse } from '../../admin-api/locale-api.ts'
import type { LocaleInfo } from '../../admin-api/schema-api.ts'
import { DEFAULT_LOCALE_KEY } from '../../content/default-locale.ts'
import { ISO_LOCALES } from '../../content/locales/iso-locales.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { deleteEntry } from '../../content/write/store-entry.ts'
import { lockRelations } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { setCoreStore } from '../../layout/core-store.ts'
import type { ContentType } from '../../schema/schema.ts'
import { column, type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { changeRights, type Run } from '../records/change-rights.ts'
import { readRows } from '../records/read-rows.ts'
import { LOCALE } from '../records/record-shape.ts'
import { StoredRows } from '../records/stored-rows.ts'
import type { AdminContext } from './admin-context.ts'
import { badInput, checkInput, flag, text } from './check-input.ts'

/** With the moments that Strapi's own routes show. */
export interface StoredLocale extends LocaleInfo {
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

const ATTRIBUTES = ['name', 'code', 'createdAt', 'updatedAt'] as const

const newLocale = z.strictObject({
  code: text().refine(code => ISO_LOCALES.has(code), { error: issue => noSuchCode(String(issue.input)) }),
  name: text(50).nullable().optional(),
  isDefault: flag().optional(),
})
const changedLocale = z.strictObject({ name: text(50).nullable().optional(), isDefault: flag().optional() })

export async function listLocales(context: AdminContext): Promise<readonly StoredLocale[]> {
  const standard = await context.users.content.defaultLocale()
  const [rows = []] = await readRows(context.database, [stored(context).select(ATTRIBUTES, sql`order by t.id`)])
  return toLocales(context, rows, standard)
}

/** Rejects with `badInput` for a code that does not exist and with `localeExists`. */
export async function addLocale(context: AdminContext, input: unknown): Promise<StoredLocale> {
  const { code, name: given, isDefault = false } = checkInput(newLocale, input)
  const row = { code, name: given ?? ISO_LOCALES.get(code)! }
  return changeLocales(context, async (run, standard) => {
    const taken = await run(stored(context).select([], sql`where ${stored(context).column('code')} = ${value(code)}`))
    if (taken.length > 0) throw new PopulusError('localeExists')
    const id = await stored(context).insert(run, row, new Date(context.clock()))
    if (isDefault) await setCoreStore(run, DEFAULT_LOCALE_KEY, code)
    return findIn(context, run, id, isDefault ? code : standard)
  })
}

/** Another name, or the new default. */
export async function updateLocale(context: AdminContext, id: number, input: unknown): Promise<StoredLocale> {
  const { name: given, isDefault = false } = checkInput(changedLocale, input)
  return changeLocales(context, async (run, standard) => {
    const { code } = await findIn(context, run, id, standard)
    const changes = given === undefined ? {} : { name: given ?? ISO_LOCALES.get(code) ?? code }
    await stored(context).update(run, id, changes, { now: new Date(context.clock()) })
    if (isDefault) await setCoreStore(run, DEFAULT_LOCALE_KEY, code)
    return findIn(context, run, id, isDefault ? code : standard)
  })
}

/**
 * Removes a locale, and its entries if `confirmed` is their number. Otherwise a locale with entries is refused with
 * `localeInUse`, and the default locale with `defaultLocaleNeeded`. If it is interrupted, it can be asked for again.
 */
export async function removeLocale(context: AdminContext, id: number, confirmed: number): Promise<StoredLocale> {
  const locale = (await listLocales(context)).find(known => known.id === id)
  if (locale === undefined) throw new PopulusError('notFound')
  if (locale.isDefault) throw new PopulusError('defaultLocaleNeeded')
  const uses = await localeUses(context, locale.code)
  if (countOf(uses) !== confirmed) throw inUse(locale.code, uses)
  for (const type of localizedTypes(context)) await deleteEntriesOf(context, type, locale.code)
  await changeLocales(context, async (run, standard) => {
    if (locale.code === standard) throw new PopulusError('defaultLocaleNeeded')
    await stored(context).delete(run, id)
  })
  return locale
}

/** How many entries of each type have the locale, without types that have none. */
export async function localeUses(context: AdminContext, code: string): Promise<readonly LocaleUse[]> {
  const types = localizedTypes(context)
  const counts = types.map(type => sql`select count(*) from ${table(type.table!)} where ${hasLocale(type, code)}`)
  const found = await readRows(context.database, counts)
  return types
    .map(({ uid }, index) => ({ uid, entries: Number(found[index]?.[0]?.[0] ?? 0) }))
    .filter(({ entries }) => entries > 0)
}

/** Finds a locale by its code. */
export async function resolveLocale(context: AdminContext, code: string): Promise<StoredLocale> {
  const locales = await listLocales(context)
  const found = locales.find(locale => locale.code === code)
  if (found !== undefined) return found
  const known = locales.map(locale => locale.code).join(', ')
  throw badInput([{ path: [], message: `there is no locale ${code}; available: ${known}` }])
}

function stored({ database, schema }: AdminContext): StoredRows<typeof LOCALE> {
  return new StoredRows(database.dialect, schema, LOCALE)
}

/** One transaction that no other change of locales overlaps; `work` gets the default locale. */
async function changeLocales<T>(context: AdminContext, work: (run: Run, standard: string) => Promise<T>): Promise<T> {
  const { content } = context.users
  const standard = await content.defaultLocale()
  return changeRights(context, run => work(run, standard))
}

async function findIn(context: AdminContext, run: Run, id: number, standard: string): Promise<StoredLocale> {
  const rows = await run(stored(context).select(ATTRIBUTES, sql`where ${stored(context).hasId(id)}`))
  const [found] = toLocales(context, rows, standard)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

function toLocales(context: AdminContext, rows: Parameters<StoredRows['records']>[1], standard: string) {
  return stored(context)
    .records(ATTRIBUTES, rows)
    .map(locale => ({ ...locale, isDefault: locale.code === standard }))
}

function localizedTypes({ schema }: AdminContext): readonly ContentType[] {
  return [...schema.types.values()].filter(type => type.localized && type.table !== null && localeColumn(type) !== null)
}

function localeColumn({ attributes }: ContentType): string | null {
  const attribute = attributes.get('locale')
  return attribute?.kind === 'scalar' ? attribute.column : null
}

function hasLocale(type: ContentType, code: string): Fragment {
  return sql`${name(localeColumn(type)!)} = ${value(code)}`
}

async function deleteEntriesOf({ database, users }: AdminContext, type: ContentType, code: string): Promise<void> {
  const ids = sql`select ${column('t', 'id')} from ${table(type.table!)} as t where ${hasLocale(type, code)} order by t.id`
  const [rows = []] = await readRows(database, [ids])
  for (const [id] of rows) {
    await commitWrite(users.content, { type, action: 'delete' }, async scope => {
      await lockRelations(scope, [...type.attributes.values()])
      await deleteEntry(scope, type, Number(id))
      return { id: Number(id), json: '' }
    })
  }
}

function countOf(uses: readonly LocaleUse[]): number {
  return uses.reduce((sum, { entries }) => sum + entries, 0)
}

function inUse(code: string, uses: readonly LocaleUse[]): PopulusError {
  const count = countOf(uses)
  const list = uses.map(({ uid, entries }) => `${entries} of ${uid}`).join(', ')
  return new PopulusError('localeInUse', { code, count, list: list || 'none' }, { details: { entries: count, uses } })
}

/** People also try the language's name. */
function noSuchCode(given: string): string {
  const named = [...ISO_LOCALES].find(([, language]) => language.toLowerCase().startsWith(`${given.toLowerCase()} (`))
  if (named !== undefined) return `there is no locale ${given}; did you mean ${named[0]}?`
  return noSuchName('locale', given, [...ISO_LOCALES.keys()])
}
