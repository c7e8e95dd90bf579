/** Finds out who made a database. Its tables are then created (`empty`), extended (`ours`), adopted (`strapi4`) or refused. */
import { randomUUID } from 'node:crypto'
import { StartError } from '../../errors.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { addToCoreStore, CORE_STORE, deleteCoreStore, readCoreStore } from '../core-store.ts'
import { deleteMeta, readMeta, storeMeta } from '../desired/own-tables.ts'
import { type FoundTables, hasTable, inspectNamed } from './inspect-tables.ts'

export type DatabaseOrigin = 'empty' | 'ours' | 'strapi4' | 'v3' | 'v5' | 'foreign'

export interface ContentPlace {
  readonly dialect: SqlDialect
  /** The schema that holds the content's tables: `main` on SQLite. */
  readonly schema: string
  readonly found: FoundTables
}

/** A database that we made has the same random value in two places: in our own tables and in Strapi's settings. */
const MARK = 'plugin_populus_database'

export async function recogniseDatabase(run: RunFragment, place: ContentPlace): Promise<DatabaseOrigin> {
  return place.found.tables.length === 0 ? 'empty' : originOf(run, place, place.found)
}

/** The same, of which only the tables that tell are looked at. */
export async function probeDatabase(run: RunFragment, place: Omit<ContentPlace, 'found'>): Promise<DatabaseOrigin> {
  if (!(await hasTable(run, place.dialect, place.schema))) return 'empty'
  return originOf(run, place, await inspectNamed(run, place, TELLING))
}

async function originOf(
  run: RunFragment,
  place: Omit<ContentPlace, 'found'>,
  found: NamedTables,
): Promise<DatabaseOrigin> {
  const origin = strapiOrigin(found)
  if (origin !== 'strapi4') return origin
  const mark = await readCoreStore(run, MARK)
  const ours = typeof mark === 'string' && mark === (await readMeta(run, place.dialect, markKey(place)))
  return ours ? 'ours' : 'strapi4'
}

/** By its tables alone: whichever Strapi has made it, if any. */
export function strapiOrigin(found: NamedTables): 'strapi4' | 'v3' | 'v5' | 'foreign' {
  if (isVersion5(found)) return 'v5'
  if (found.table(CORE_STORE) !== undefined) return 'strapi4'
  return VERSION_3.some(table => found.table(table) !== undefined) ? 'v3' : 'foreign'
}

const VERSION_3 = ['core_store', 'strapi_administrator']
const VERSION_5 = ['strapi_migrations_internal', 'files_folder_lnk']
const BUILT_IN = ['files', 'up_roles', 'up_users', 'i18n_locale', 'admin_users']
/** All that is looked for here. */
const TELLING = [CORE_STORE, ...VERSION_3, ...VERSION_5, ...BUILT_IN]

type NamedTables = Pick<FoundTables, 'hasColumn'> & { table(name: string): unknown }

/** A content type of a v4 project may have an attribute called `documentId`; the built-in types do not. */
function isVersion5(found: NamedTables): boolean {
  return (
    VERSION_5.some(table => found.table(table) !== undefined) ||
    BUILT_IN.some(table => found.hasColumn(table, 'document_id'))
  )
}

/**
 * Writes one half of the mark, in our own tables. It must be committed before the other half: on SQLite the halves are in
 * two files, and a crash between the two commits must not leave a database that looks like Strapi's.
 */
export async function announceAsOurs(run: RunFragment, place: Pick<ContentPlace, 'dialect' | 'schema'>): Promise<void> {
  await storeMeta(run, place.dialect, { key: markKey(place), value: randomUUID() })
}

/** Writes the other half, in the transaction that creates the tables. */
export async function markAsOurs(run: RunFragment, place: ContentPlace): Promise<void> {
  await addToCoreStore(run, MARK, await readMeta(run, place.dialect, markKey(place)))
}

/** The value that both halves have; `null` if it is not one of ours. */
export function markOf(run: RunFragment, place: Pick<ContentPlace, 'dialect' | 'schema'>): Promise<string | null> {
  return readMeta(run, place.dialect, markKey(place))
}

/** Removes both halves: the database then counts as Strapi's. */
export async function unmark(run: RunFragment, place: Pick<ContentPlace, 'dialect' | 'schema'>): Promise<void> {
  await deleteCoreStore(run, MARK)
  await deleteMeta(run, place.dialect, markKey(place))
}

/** Whether a row of Strapi's settings, or of our own facts, says whose database it is. Such rows are never copied. */
export const isMarkKey = (key: unknown): boolean => key === MARK || String(key).startsWith(MARK_KEY)

const MARK_KEY = 'database:'

/** Several content schemas of one PostgreSQL database share one schema for our own tables. */
const markKey = ({ schema }: Pick<ContentPlace, 'schema'>): string => `${MARK_KEY}${schema}`

/** Throws for a database that we must not touch. */
export function checkOrigin(origin: DatabaseOrigin, where: string): void {
  const problem = REFUSALS[origin]
  if (problem !== undefined) throw new StartError(`Cannot use the database ${where}`, problem)
}

const REFUSALS: Partial<Record<DatabaseOrigin, readonly string[]>> = {
  v3: [
    'it was created by Strapi v3, whose tables are different',
    'upgrade the project to Strapi v4 first (its migration scripts move the content), then open the result with Populus',
  ],
  v5: [
    'it was created by Strapi v5, whose tables are different',
    'open a copy from before the upgrade to v5, or start with an empty database',
  ],
  foreign: [
    'it has tables, but neither Populus nor Strapi created them',
    'use an empty database, or (on PostgreSQL) an empty schema (setting database.schema)',
  ],
}
