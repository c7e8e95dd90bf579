/** Writes a backup: one moment of the database, the files that its rows name, and the files of the project. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../errors.ts'
import { inspectTables } from '../../layout/adopt/inspect-tables.ts'
import { recogniseDatabase } from '../../layout/adopt/recognise-database.ts'
import type { Snapshot } from '../../storage/snapshot.ts'
import { ArchiveWriter } from '../archive/archive-writer.ts'
import { HeldUploads } from './hold-uploads.ts'
import { type BackupManifest, MANIFEST, newManifest, projectEntry, SECRETS, uploadEntry } from './manifest.ts'
import { isUnchanged, namedUploads } from './named-uploads.ts'
import { describeTables, type SavedPlace, saveTables } from './save-tables.ts'

export interface BackupInput {
  readonly file: string
  readonly passphrase: string | null
  readonly folder: string
  readonly project: string
  readonly populus: string
  readonly openSnapshot: () => Promise<Snapshot>
  /** The schema that holds the content's tables. */
  readonly schema: string
  readonly timezone: string
  /** Whether a provider keeps its files in the project folder. */
  readonly isLocal: (provider: string) => boolean
  /** Variables with their values. */
  readonly secrets: ReadonlyMap<string, string>
  readonly secretsText: string
  readonly now: Date
  readonly progress: (what: string, done: number, total: number) => void
}

export interface BackupResult {
  readonly manifest: BackupManifest
  /** Names of uploads that rows mention and that do not exist. */
  readonly missing: readonly string[]
}

export async function createBackup(input: BackupInput): Promise<BackupResult> {
  const { place, uploads } = await holdMoment(input)
  try {
    const archive = await ArchiveWriter.create(input.file, input.passphrase, input.now)
    try {
      const manifest = await describeBackup(input, place, uploads)
      archive.add(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`)
      for (const path of projectFiles(input.folder))
        archive.add(projectEntry(path), readFileSync(join(input.folder, path)))
      if (input.secrets.size > 0) archive.add(SECRETS, input.secretsText)
      await saveRows(input, place, manifest, archive)
      saveUploads(input, uploads, archive)
      archive.finish()
      return { manifest, missing: uploads.missing }
    } catch (error) {
      archive.discard()
      throw error
    }
  } finally {
    uploads.release()
    await place.snapshot.close()
  }
}

const ATTEMPTS = 5

/** A snapshot, and the bytes of the files as they were at its moment. */
async function holdMoment(input: BackupInput): Promise<{ place: SavedPlace; uploads: HeldUploads }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const place = { snapshot: await input.openSnapshot(), schema: input.schema }
    const uploads = await heldFor(input, place)
    if (uploads !== null) return { place, uploads }
    await place.snapshot.close()
  }
  throw new StartError('The uploaded files changed again and again while the backup looked at them', [
    'run it again when fewer files are being replaced',
  ])
}

/** `null` if something changed meanwhile. */
async function heldFor(input: BackupInput, place: SavedPlace): Promise<HeldUploads | null> {
  const named = await namedUploads(place, input.isLocal)
  const uploads = new HeldUploads(join(input.folder, 'public', 'uploads'), [...named.names.keys()])
  if (named.names.size === 0) return uploads
  const later = { snapshot: await input.openSnapshot(), schema: input.schema }
  try {
    const after = await namedUploads(later, input.isLocal)
    if (isUnchanged(named, after) && uploads.areCurrent) return uploads
  } finally {
    await later.snapshot.close()
  }
  uploads.release()
  return null
}

async function describeBackup(input: BackupInput, place: SavedPlace, uploads: HeldUploads): Promise<BackupManifest> {
  const { run, dialect } = place.snapshot
  const found = await inspectTables(run, dialect, place.schema)
  const origin = await recogniseDatabase(run, { dialect, schema: place.schema, found })
  if (origin !== 'ours' && origin !== 'strapi4')
    throw new StartError('The database has no content to back up', ['populus start creates it'])
  return newManifest({
    created: input.now.toISOString(),
    populus: input.populus,
    project: input.project,
    database: { client: dialect.name, timezone: input.timezone, origin },
    tables: await describeTables(place),
    uploads: { files: uploads.files.length, bytes: uploads.bytes },
    secrets: [...input.secrets.keys()],
  })
}

async function saveRows(
  { progress }: BackupInput,
  place: SavedPlace,
  { tables }: BackupManifest,
  archive: ArchiveWriter,
): Promise<void> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  await saveTables(place, tables, archive, rows => {
    done += rows
    progress('rows', done, total)
  })
}

function saveUploads({ progress }: BackupInput, uploads: HeldUploads, archive: ArchiveWriter): void {
  for (const [index, file] of uploads.files.entries()) {
    const whole = uploads.read(file, opened => archive.addFile(uploadEntry(file.name), opened))
    if (whole !== true) throw new StartError(`${file.name} changed while it was backed up`, ['run the backup again'])
    progress('files', index + 1, uploads.files.length)
  }
}

/** What makes a project: its types, settings and the content it starts with. Secrets, packages and databases are not part of it. */
const PROJECT_PARTS = [
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'tsconfig.json',
  'README.md',
  '.gitignore',
  'populus.config.json',
  'populus.config.js',
  'populus.config.mjs',
  'populus.config.ts',
  'src',
  'config',
  'content',
  'database',
  'public',
]
const LEFT_OUT: ReadonlySet<string> = new Set(['public/uploads', 'node_modules', '.DS_Store'])

function projectFiles(folder: string): readonly string[] {
  return PROJECT_PARTS.flatMap(part => filesBelow(folder, part))
}

/** Links are not followed: they may lead anywhere. */
function filesBelow(folder: string, path: string): readonly string[] {
  const stats = lstatSync(join(folder, path), { throwIfNoEntry: false })
  if (LEFT_OUT.has(path) || LEFT_OUT.has(path.split('/').at(-1)!)) return []
  if (stats?.isFile()) return /\.(db|sqlite3?)(-wal|-shm|-journal)?$/.test(path) ? [] : [path]
  if (!stats?.isDirectory()) return []
  return readdirSync(join(folder, path))
    .sort()
    .flatMap(name => filesBelow(folder, `${path}/${name}`))
}
