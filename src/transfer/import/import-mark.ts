/**
 * How far an import has come. The mark stands among the settings in the content's own database, and not in the file of
 * our own tables: on SQLite only there it is written in one atomic step with the rows that it speaks of.
 */

import { CORE_STORE } from '../../layout/adopt/strapi-tables.ts'
import { addToCoreStore, readCoreStore } from '../../layout/core-store.ts'
import { isObject } from '../../schema/json-value.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { ImportIds } from './import-ids.ts'
import type { LinePlace } from './read-lines.ts'

const KEY = 'plugin_populus_import'

/** Entries first, then what connects them. */
export type ImportPhase = 'entries' | 'links'

export interface ImportMark extends LinePlace {
  readonly file: string
  readonly digest: string
  readonly phase: ImportPhase
  readonly ids: ImportIds
}

export async function readMark(run: RunFragment): Promise<ImportMark | null> {
  const found = await readCoreStore(run, KEY)
  // Nobody but us writes it.
  return isObject(found) ? (found as unknown as ImportMark) : null
}

/** In the transaction of the rows that it speaks of. */
export async function storeMark(run: RunFragment, mark: ImportMark | null): Promise<void> {
  await run(sql`delete from ${table(CORE_STORE)} where ${name('key')} = ${value(KEY)}`)
  if (mark !== null) await addToCoreStore(run, KEY, mark)
}
