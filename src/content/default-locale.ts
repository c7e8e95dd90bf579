/** The locale of localized types when a query names none: a setting stored in the database, `en` at first. */
import { name, sql, table, value } from '../sql/fragment.ts'
import { type Database, steps } from '../storage/database.ts'

const KEY = 'plugin_i18n_default_locale'

/** A function that gives the stored setting, read again after somebody changed the database. */
export function defaultLocaleReader(database: Database): () => Promise<string> {
  let known: { token: string; locale: string } | undefined
  return async () => {
    const token = await database.changeToken()
    if (known?.token !== token) known = { token, locale: await readDefaultLocale(database) }
    return known.locale
  }
}

async function readDefaultLocale(database: Database): Promise<string> {
  const query = sql`select ${name('value')} from ${table('strapi_core_store_settings')} where ${name('key')} = ${value(KEY)}`
  const [rows] = await database.read(steps(database.dialect.bind(database.dialect.compile(query))))
  const stored = rows?.[0]?.[0]
  if (typeof stored !== 'string') return 'en'
  try {
    const locale: unknown = JSON.parse(stored)
    return typeof locale === 'string' ? locale : 'en'
  } catch {
    return stored
  }
}
