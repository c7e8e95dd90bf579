/** The locale of localized types if a query names none: a setting stored in the database, initially `en`. */
import { name, sql, table, value } from '../sql/fragment.ts'
import { type Database, steps } from '../storage/database.ts'

/** The table that stores it. */
export const SETTINGS_TABLE = 'strapi_core_store_settings'
const TABLES = [SETTINGS_TABLE]
/** Its key there. */
export const DEFAULT_LOCALE_KEY = 'plugin_i18n_default_locale'

/**
 * Returns a function that reads the stored setting. The setting is read again after a change that the database has
 * caught up with.
 */
export function defaultLocaleReader(database: Database): () => Promise<string> {
  let known: { version: number; locale: string } | undefined
  return async () => {
    const version = database.versions.latest(TABLES)
    if (known?.version !== version) known = { version, locale: await readDefaultLocale(database) }
    return known.locale
  }
}

async function readDefaultLocale(database: Database): Promise<string> {
  const query = sql`select ${name('value')} from ${table(SETTINGS_TABLE)} where ${name('key')} = ${value(DEFAULT_LOCALE_KEY)}`
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
