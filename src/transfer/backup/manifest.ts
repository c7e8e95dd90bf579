/** The first entry of an archive: what it contains, and the names of the entries that follow. See `docs/guides/backup.md`. */
import type { DatabaseOrigin } from '../../layout/adopt/recognise-database.ts'
import type { ColumnKind } from '../../schema/column-kind.ts'
import { damaged } from '../archive/tar-format.ts'

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
}

export interface SavedTable {
  readonly place: TablePlace
  readonly name: string
  readonly columns: readonly SavedColumn[]
  /** The names of its unique indexes. */
  readonly unique: readonly string[]
  readonly rows: number
  /** The last id given to a row, which may be gone; `null` if the table has no ids of its own. */
  readonly lastId: number | null
}

export interface SavedDatabase {
  readonly client: 'sqlite' | 'postgres'
  /** Of the stored date-times. */
  readonly timezone: string
  readonly origin: Extract<DatabaseOrigin, 'ours' | 'strapi4'>
}

export interface BackupManifest {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly created: string
  /** The version of Populus that wrote it. */
  readonly populus: string
  readonly project: string
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
