/** The codes of the locales that the project has. */

import { type ContentType, isScalar, type Schema } from '../schema/schema.ts'
import { column, sql, table } from '../sql/fragment.ts'
import { type Database, steps } from '../storage/database.ts'

const LOCALE_UID = 'plugin::i18n.locale'

/** Returns a function that reads them, again after each change; `undefined` if the database has no list of locales. */
export function localeCodesReader(
  database: Database,
  { types }: Schema,
): () => Promise<ReadonlySet<string> | undefined> {
  const stored = storedCodes(types.get(LOCALE_UID))
  let known: { version: number; codes: ReadonlySet<string> } | undefined
  return async () => {
    if (stored === null) return undefined
    const version = database.versions.latest([stored.table])
    if (known?.version !== version) known = { version, codes: await readCodes(database, stored) }
    return known.codes
  }
}

interface StoredCodes {
  readonly table: string
  readonly column: string
}

function storedCodes(type: ContentType | undefined): StoredCodes | null {
  const code = type?.attributes.get('code')
  if (!type?.table || !isScalar(code) || code.column === null) return null
  return { table: type.tableName, column: code.column }
}

async function readCodes(database: Database, stored: StoredCodes): Promise<ReadonlySet<string>> {
  const query = sql`select ${column('l', stored.column)} from ${table(stored.table)} as l`
  const [rows = []] = await database.read(steps(database.dialect.bind(database.dialect.compile(query))))
  return new Set(rows.map(([code]) => String(code)))
}
