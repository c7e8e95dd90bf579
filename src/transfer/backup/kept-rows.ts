/** Rows that say something about one database, and what becomes of them in the database that a backup is restored to. */

import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { isMarkKey, markOf, unmark } from '../../tables/existing/recognise-database.ts'
import { GUARDS_KEY } from '../../tables/guard-mark.ts'
import type { BackupManifest } from './manifest.ts'
import type { SavedValue } from './saved-value.ts'

type SavedRow = readonly SavedValue[]
/** The row to add; `null` for none. */
type Adapt = (row: SavedRow) => SavedRow | null
type Columns = readonly { readonly name: string }[]

export interface KeptRows {
  /** For the facts in our own tables. */
  readonly meta: (columns: Columns) => Adapt
  /** For Strapi's settings. */
  readonly settings: (columns: Columns) => Adapt
}

export interface KeptPlace {
  readonly dialect: SqlDialect
  /** The schema that holds the content's tables. */
  readonly schema: string
  readonly manifest: BackupManifest
}

/** A database of ours keeps its own mark, under the id that the archive has for it; one of Strapi loses it. */
export async function keptRows(run: RunFragment, place: KeptPlace): Promise<KeptRows> {
  const { schema, manifest } = place
  const { origin, schema: source } = manifest.database
  const mark = origin === 'ours' ? await markOf(run, place) : null
  if (origin === 'strapi4') await unmark(run, place)
  return {
    meta: columns => {
      const at = placeOf(columns, 'key')
      return row => {
        const key = String(row[at])
        if (isMarkKey(key)) return null
        return key === `${GUARDS_KEY}${source}` ? row.with(at, `${GUARDS_KEY}${schema}`) : row
      }
    },
    settings: columns => {
      const [key, value] = [placeOf(columns, 'key'), placeOf(columns, 'value')]
      return row => {
        if (!isMarkKey(row[key])) return row
        return mark === null ? null : row.with(value, JSON.stringify(mark))
      }
    },
  }
}

const placeOf = (columns: Columns, name: string): number => columns.findIndex(column => column.name === name)
