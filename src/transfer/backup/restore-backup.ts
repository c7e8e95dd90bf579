/**
 * Restores a backup. The archive is read three times: to check all of it before anything is touched, for its files, and
 * for its rows.
 */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { runningIn } from '../../storage/run-fragment.ts'
import { desiredTables } from '../../tables/desired/desired-tables.ts'
import { createOwnTables, createSchema } from '../../tables/desired/own-tables.ts'
import { installTriggers } from '../../tables/migrate/announce-triggers.ts'
import { contentSchema, openDatabase, type StorageConfig } from '../../tables/open-database.ts'
import { openStorage } from '../../tables/open-storage.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'
import { damaged } from '../archive/damaged-archive.ts'
import { type ArchiveEntry, type ArchiveFile, readArchive } from '../archive/read-archive.ts'
import { loadTables, type SavedRows } from './load-tables.ts'
import { type BackupManifest, knownEntry, parseManifest } from './manifest.ts'
import type { RestoredDatabase } from './restored-database.ts'
import { RestoredFiles, type RestoredFilesInput } from './restored-files.ts'
import { RestoredPostgres } from './restored-postgres.ts'
import { RestoredSqlite } from './restored-sqlite.ts'

export interface RestoreTarget {
  readonly storage: StorageConfig
  readonly schema: Schema
}

export interface RestoreInput extends RestoredFilesInput {
  readonly archive: ArchiveFile
  /** Reads the settings and types of a project folder: the unpacked one, or the existing one. */
  readonly openTarget: (project: string) => Promise<RestoreTarget>
  /** The content of `.env`, made of the secrets in the archive; `null` for none. */
  readonly envText: (secrets: string) => string | null
  readonly progress: (what: string, done: number, total: number) => void
  /** Called with a line about anything that is not as it was. */
  readonly note: (line: string) => void
}

/** Throws StartError for an archive that is cut, altered or not a backup. */
export async function checkBackup(archive: ArchiveFile): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined
  for await (const entry of readArchive(archive)) {
    if (manifest === undefined) manifest = parseManifest(entry.name, await entry.text())
    else knownEntry(entry.name)
  }
  if (manifest === undefined) throw damaged('it is empty')
  return manifest
}

export async function restoreBackup(input: RestoreInput): Promise<BackupManifest> {
  const manifest = await checkBackup(input.archive)
  const files = new RestoredFiles(input)
  if (files.arePlaced && (await databaseOf(input, files, await input.openTarget(input.folder)).isFilled())) {
    // An earlier restore was interrupted when only its notes were left.
    files.finish()
    return manifest
  }
  files.check()
  files.prepare()
  let database: RestoredDatabase | undefined
  try {
    await unpackFiles(input, files, manifest)
    const target = await input.openTarget(input.dataOnly ? input.folder : files.project)
    database = databaseOf(input, files, target)
    await database.check()
    await fill(input, manifest, { files, target, database })
    files.finish()
    if (manifest.database.announced === true && target.storage.database.client === 'postgres')
      await installTriggers(target.storage, target.schema)
    return manifest
  } catch (error) {
    await database?.undo()
    files.undo()
    throw error
  }
}

interface Restoring {
  readonly files: RestoredFiles
  readonly target: RestoreTarget
  readonly database: RestoredDatabase
}

function databaseOf(input: RestoreInput, files: RestoredFiles, { storage }: RestoreTarget): RestoredDatabase {
  const { database } = storage
  const { force, note } = input
  if (database.client === 'postgres') return new RestoredPostgres({ storage, schema: database.schema, force, note })
  const { filename } = database
  return new RestoredSqlite({
    storage,
    filename,
    moves: filename.startsWith(files.project),
    force,
    notes: files.stage,
  })
}

function fill(input: RestoreInput, manifest: BackupManifest, { files, target, database }: Restoring): Promise<void> {
  const { storage, schema } = target
  return database.fill({
    open: config => openTarget(config, schema, manifest),
    placeFiles: () => files.place(),
    load: (opened, beforeCommit) =>
      loadTables({
        database: opened,
        schema: contentSchema(storage.database),
        timezone: storage.database.client === 'postgres' ? storage.database.timezone : manifest.database.timezone,
        manifest,
        known: desiredTables(schema),
        note: input.note,
        rows: () => readRows(input.archive),
        progress: (done, total) => input.progress('rows', done, total),
        beforeCommit,
      }),
  })
}

/**
 * A database of ours gets the tables of the project's types. One of Strapi gets those of the archive, and nothing else:
 * its tables are Strapi's business.
 */
async function openTarget(
  config: StorageConfig,
  schema: Schema,
  { database, tables }: BackupManifest,
): Promise<Database> {
  const isDescribed = tables.every(({ place, structure }) => place === 'own' || structure !== undefined)
  if (database.origin === 'ours' || !isDescribed)
    return (await openStorage(config, schema, { log: () => {}, restoring: true })).database
  const opened = await openDatabase(config, { unordered: true })
  await opened.write(async transaction => {
    const run = runningIn(transaction, opened)
    await createOwnTables(run, opened.dialect)
    await createSchema(run, opened.dialect, contentSchema(config.database))
  })
  return opened
}

async function* readRows(archive: ArchiveFile): AsyncGenerator<SavedRows> {
  for await (const entry of readArchive(archive)) {
    const known = knownEntry(entry.name)
    // Uploads are the last entries.
    if (known.kind === 'upload') return
    if (known.kind === 'rows') yield { place: known.place, table: known.table, lines: await entry.text() }
  }
}

async function unpackFiles(input: RestoreInput, files: RestoredFiles, manifest: BackupManifest): Promise<void> {
  let done = 0
  let secrets = ''
  for await (const entry of readArchive(input.archive)) {
    const known = knownEntry(entry.name)
    if (known.kind === 'upload') {
      await unpack(entry, join(files.project, UPLOADS_PATH, known.path))
      done += 1
      input.progress('files', done, manifest.uploads.files)
    }
    if (known.kind === 'project' && !input.dataOnly) await unpack(entry, join(files.project, known.path))
    if (known.kind === 'secrets' && !input.dataOnly) secrets = await entry.text()
  }
  const env = input.dataOnly ? null : input.envText(secrets)
  if (env !== null) writeFileSync(join(files.project, '.env'), env, { mode: 0o600 })
}

async function unpack(entry: ArchiveEntry, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await pipeline(Readable.from(entry.content()), createWriteStream(path, { flags: 'wx' }))
}
