/** Lists, adds and changes the locales of the content, stored exactly as Strapi v4 stores them. */
import { z } from 'zod'
import type { LocaleInfo } from '../../admin-api/schema-api.ts'
import { DEFAULT_LOCALE_KEY } from '../../content/default-locale.ts'
import { ISO_LOCALES } from '../../content/locales/iso-locales.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { changeRights, type Run } from '../../identity/records/change-rights.ts'
import { LOCALE } from '../../identity/records/record-shape.ts'
import { readRows, StoredRows } from '../../identity/records/stored-rows.ts'
import { badInput, checkInput, flag, text } from '../../input/check-input.ts'
import { sql, value } from '../../sql/fragment.ts'
import type { Transaction } from '../../storage/database.ts'
import { setCoreStore } from '../../tables/core-store.ts'
import { noSuchName } from '../../util/no-such-name.ts'

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
  const [rows = []] = await readRows(context.database, [localeRows(context).select(ATTRIBUTES, sql`order by t.id`)])
  return toLocales(context, rows, standard)
}

/** Rejects with `badInput` for a code that does not exist and with `localeExists`. */
export async function addLocale(context: AdminContext, input: unknown): Promise<StoredLocale> {
  const { code, name: given, isDefault = false } = checkInput(newLocale, input)
  const row = { code, name: given ?? ISO_LOCALES.get(code)! }
  return changeLocales(context, async (run, standard) => {
    const taken = await run(
      localeRows(context).select([], sql`where ${localeRows(context).column('code')} = ${value(code)}`),
    )
    if (taken.length > 0) throw new PopulusError('localeExists')
    const id = await localeRows(context).insert(run, row, new Date(context.clock()))
    if (isDefault) await setCoreStore(run, DEFAULT_LOCALE_KEY, code)
    return findLocale(context, run, id, isDefault ? code : standard)
  })
}

/** Another name, or the new default. */
export async function updateLocale(context: AdminContext, id: number, input: unknown): Promise<StoredLocale> {
  const { name: given, isDefault = false } = checkInput(changedLocale, input)
  return changeLocales(context, async (run, standard) => {
    const { code } = await findLocale(context, run, id, standard)
    const changes = given === undefined ? {} : { name: given ?? ISO_LOCALES.get(code) ?? code }
    await localeRows(context).update(run, id, changes, { now: new Date(context.clock()) })
    if (isDefault) await setCoreStore(run, DEFAULT_LOCALE_KEY, code)
    return findLocale(context, run, id, isDefault ? code : standard)
  })
}

/** Finds a locale by its code. */
export async function resolveLocale(context: AdminContext, code: string): Promise<StoredLocale> {
  const locales = await listLocales(context)
  const found = locales.find(locale => locale.code === code)
  if (found !== undefined) return found
  const known = locales.map(locale => locale.code).join(', ')
  throw badInput([{ path: [], message: `there is no locale ${code}; available: ${known}` }])
}

export function localeRows({ database, schema }: AdminContext): StoredRows<typeof LOCALE> {
  return new StoredRows(database.dialect, schema, LOCALE)
}

/** One transaction that no other change of locales overlaps; `work` gets the default locale. */
export async function changeLocales<T>(
  context: AdminContext,
  work: (run: Run, standard: string, transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { content } = context.users
  const standard = await content.defaultLocale()
  return changeRights(context, (run, transaction) => work(run, standard, transaction))
}

export async function findLocale(context: AdminContext, run: Run, id: number, standard: string): Promise<StoredLocale> {
  const rows = await run(localeRows(context).select(ATTRIBUTES, sql`where ${localeRows(context).hasId(id)}`))
  const [found] = toLocales(context, rows, standard)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

function toLocales(context: AdminContext, rows: Parameters<StoredRows['records']>[1], standard: string) {
  return localeRows(context)
    .records(ATTRIBUTES, rows)
    .map(locale => ({ ...locale, isDefault: locale.code === standard }))
}

/** People also try the language's name. */
function noSuchCode(given: string): string {
  const named = [...ISO_LOCALES].find(([, language]) => language.toLowerCase().startsWith(`${given.toLowerCase()} (`))
  if (named !== undefined) return `there is no locale ${given}; did you mean ${named[0]}?`
  return noSuchName('locale', given, [...ISO_LOCALES.keys()])
}
