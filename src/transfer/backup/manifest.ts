/** The first entry of an archive: what it contains, and the names of the entries that follow. See `docs/guides/backup.md`. */

import type { ColumnKind } from '../../schema/column-kind.ts'
import type { DatabaseOrigin } from '../../tables/existing/recognise-database.ts'
import { ARCHIVED_PARTS, type ProjectPart } from '../../util/project-parts.ts'
import { damaged } from '../archive/damaged-archive.ts'

import type { SavedDefault } from './structure/saved-default.ts'
import type { SavedStructure } from './structure/stored-structure.ts'

export const MANIFEST = 'manifest.json'
export const SECRETS = 'secrets.env'
const PROJECT = 'project/'
const UPLOADS = 'uploads/'
const TABLES = 'tables/'

const FORMAT = 'populus-backup'
const VERSION = 1

/** `content`: the tables of the content; `own`: those that Populus keeps apart. */
export type TablePlace = 'content' | 'own'

export interface SavedColumn {
  readonly name: string
  /** `null` for a type that Populus never creates. */
  readonly kind: ColumnKind | null
  /** The database's own name for its type. This and the rest is absent in archives of earlier versions. */
  readonly type?: string
  readonly required?: boolean
  readonly default?: SavedDefault | null
  /** The database gives new rows a number. */
  readonly counted?: boolean
  /** SQLite: a value does not fit into the same type of PostgreSQL. */
  readonly wide?: boolean
}

/** The name of the versions of entries in an archive. */
export const SAVED_VERSIONS = 'versions'

export interface SavedTable {
  readonly place: TablePlace
  readonly name: string
  readonly columns: readonly SavedColumn[]
  /** The names of its unique indexes. */
  readonly unique: readonly string[]
  readonly rows: number
  /** The last id given to a row, which may be gone; `null` if the table has no ids of its own. */
  readonly lastId: number | null
  /** Absent in archives of earlier versions, and for tables that Populus keeps apart. */
  readonly structure?: SavedStructure
}

export interface SavedDatabase {
  readonly client: 'sqlite' | 'postgres'
  /** Of the stored date-times. */
  readonly timezone: string
  /** The schema that holds the content's tables. Absent in archives of earlier versions. */
  readonly schema?: string
  /** Triggers announce what other programs write (`populus triggers`). */
  readonly announced?: boolean
  readonly origin: Extract<DatabaseOrigin, 'ours' | 'strapi4'>
}

export interface BackupManifest {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly created: string
  /** The version of Populus that wrote it. */
  readonly populus: string
  readonly project: string
  /** The files and folders of a project that were archived as far as they existed. Absent in archives of earlier versions. */
  readonly parts?: readonly string[]
  /** Settings that decide what callers may read, by path. Absent in archives of earlier versions. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly database: SavedDatabase
  readonly tables: readonly SavedTable[]
  readonly uploads: { readonly files: number; readonly bytes: number }
  /** The names of the secrets in the archive. */
  readonly secrets: readonly string[]
}

export function newManifest(content: Omit<BackupManifest, 'format' | 'version'>): BackupManifest {
  return { format: FORMAT, version: VERSION, ...content }
}

/** Throws StartError for anything that is not a backup of this version. */
export function parseManifest(name: string, text: string): BackupManifest {
  if (name !== MANIFEST) throw damaged('it does not begin with a manifest, so it is not a backup of Populus')
  const found = readJson(text)
  if (found.format !== FORMAT) throw damaged('it is not a backup of Populus')
  if (found.version !== VERSION) throw damaged(`it has version ${found.version}; this Populus reads version ${VERSION}`)
  return found
}

function readJson(text: string): BackupManifest {
  try {
    return JSON.parse(text) as BackupManifest
  } catch {
    throw damaged('its manifest is not readable')
  }
}

/** What backups took before they listed it. */
const FORMER_PARTS: readonly string[] = [
  'package.json',
  'populus.config.json',
  'populus.config.js',
  'populus.config.mjs',
  'populus.config.ts',
  'src',
  'config',
]

/** Parts with rules, code and settings that the archive cannot have, because the version that made it did not know them. */
export function unknownGuards({ parts = FORMER_PARTS }: BackupManifest): readonly ProjectPart[] {
  return ARCHIVED_PARTS.filter(({ path, archived }) => archived === 'guard' && !parts.includes(path))
}

export const projectEntry = (path: string): string => `${PROJECT}${path}`
export const uploadEntry = (name: string): string => `${UPLOADS}${name}`

/** Several entries per table: the size of an entry must be known before it is written. */
export function tableEntry({ place, name }: SavedTable, part: number): string {
  return `${TABLES}${place}/${encodeURIComponent(name)}/${String(part).padStart(6, '0')}.ndjson`
}

export type KnownEntry =
  | { readonly kind: 'manifest' | 'secrets' }
  | { readonly kind: 'project' | 'upload'; readonly path: string }
  | { readonly kind: 'rows'; readonly place: TablePlace; readonly table: string }

/** Throws StartError for a name that no backup has, such as one that leads out of the folder. */
export function knownEntry(name: string): KnownEntry {
  if (name === MANIFEST) return { kind: 'manifest' }
  if (name === SECRETS) return { kind: 'secrets' }
  if (name.startsWith(PROJECT)) return { kind: 'project', path: safePath(name.slice(PROJECT.length)) }
  if (name.startsWith(UPLOADS)) return { kind: 'upload', path: safePath(name.slice(UPLOADS.length)) }
  const [, place, table] = /^tables\/(content|own)\/([^/]+)\/\d+\.ndjson$/.exec(name) ?? []
  if (place === undefined || table === undefined) throw damaged(`it contains ${JSON.stringify(name)}`)
  return { kind: 'rows', place: place as TablePlace, table: decodeURIComponent(table) }
}

function safePath(path: string): string {
  const parts = path.split('/')
  const bad =
    path.includes('\0') || path.includes('\\') || parts.some(part => part === '' || part === '.' || part === '..')
  if (bad) throw damaged(`it contains the path ${JSON.stringify(path)}`)
  return path
}
