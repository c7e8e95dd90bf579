/**
 * How far an import has got. The mark is in the settings of the content's own database, not in the file of our own tables:
 * only there can SQLite write it in one atomic step with the rows that it describes.
 */

import { isObject } from '../../schema/json-value.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { addToCoreStore, CORE_STORE, readCoreStore } from '../../tables/core-store.ts'
import type { ImportIds } from './import-ids.ts'
import type { LinePlace } from './read-lines.ts'

const KEY = 'plugin_populus_import'

/** Entries first, then their links. */
export type ImportPhase = 'entries' | 'links'

export interface ImportMark extends LinePlace {
  readonly file: string
  readonly digest: string
  readonly phase: ImportPhase
  readonly ids: ImportIds
}

export async function readMark(run: RunFragment): Promise<ImportMark | null> {
  const found = await readCoreStore(run, KEY)
  // Only we write it.
  return isObject(found) ? (found as unknown as ImportMark) : null
}

/** Runs in the transaction of the rows that the mark describes. */
export async function storeMark(run: RunFragment, mark: ImportMark | null): Promise<void> {
  await run(sql`delete from ${table(CORE_STORE)} where ${name('key')} = ${value(KEY)}`)
  if (mark !== null) await addToCoreStore(run, KEY, mark)
}
