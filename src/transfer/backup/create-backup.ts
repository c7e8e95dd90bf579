/** Writes a backup: one moment of the database, the files that its rows name, and the files of the project. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../errors.ts'
import type { Snapshot } from '../../storage/snapshot.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { recogniseDatabase } from '../../tables/existing/recognise-database.ts'
import { hasTriggers } from '../../tables/migrate/announce-triggers.ts'
import { ARCHIVED_PARTS, UPLOADS_PATH } from '../../util/project-parts.ts'
import { ArchiveWriter } from '../archive/archive-writer.ts'
import { projectFiles } from './archived-files.ts'
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
  /** Files and folders of the project besides those that every project may have. */
  readonly include: readonly string[]
  /** Settings that decide what callers may read, by path. None of them is a secret. */
  readonly settings: Readonly<Record<string, unknown>>
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
  readonly progress: (what: 'rows' | 'files', done: number, total: number) => void
}

export interface BackupResult {
  readonly manifest: BackupManifest
  /** Names of uploads that rows mention and that do not exist. */
  readonly missing: readonly string[]
  /** What is in the project folder and not in the archive, one line each. */
  readonly leftOut: readonly string[]
}

export async function createBackup(input: BackupInput): Promise<BackupResult> {
  const { place, uploads } = await holdMoment(input)
  try {
    const archive = await ArchiveWriter.create(input.file, input.passphrase, input.now)
    try {
      const { manifest, leftOut } = await describeBackup(input, place, uploads)
      await archive.add(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`)
      const project = projectFiles(input.folder, input.include)
      for (const path of project.files) await archive.add(projectEntry(path), readFileSync(join(input.folder, path)))
      if (input.secrets.size > 0) await archive.add(SECRETS, input.secretsText)
      await saveRows(input, place, manifest, archive)
      await saveUploads(input, uploads, archive)
      await archive.finish()
      return { manifest, missing: uploads.missing, leftOut: [...leftOut, ...project.leftOut] }
    } catch (error) {
      await archive.discard()
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
  const uploads = new HeldUploads(join(input.folder, UPLOADS_PATH), [...named.names.keys()])
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

async function describeBackup(
  input: BackupInput,
  place: SavedPlace,
  uploads: HeldUploads,
): Promise<Pick<BackupResult, 'manifest' | 'leftOut'>> {
  const { run, dialect } = place.snapshot
  const found = await inspectTables(run, dialect, place.schema)
  const origin = await recogniseDatabase(run, { dialect, schema: place.schema, found })
  if (origin !== 'ours' && origin !== 'strapi4')
    throw new StartError('The database has no content to back up', ['populus start creates it'])
  const { tables, leftOut } = await describeTables(place)
  const manifest = newManifest({
    created: input.now.toISOString(),
    populus: input.populus,
    project: input.project,
    parts: ARCHIVED_PARTS.map(({ path }) => path),
    settings: input.settings,
    database: {
      client: dialect.name,
      timezone: input.timezone,
      schema: place.schema,
      announced: await hasTriggers(run, dialect, place.schema),
      origin,
    },
    tables,
    uploads: { files: uploads.files.length, bytes: uploads.bytes },
    secrets: [...input.secrets.keys()],
  })
  return { manifest, leftOut }
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

async function saveUploads({ progress }: BackupInput, uploads: HeldUploads, archive: ArchiveWriter): Promise<void> {
  for (const [index, file] of uploads.files.entries()) {
    const whole = await uploads.read(file, opened => archive.addFile(uploadEntry(file.name), opened))
    if (whole !== true) throw new StartError(`${file.name} changed while it was backed up`, ['run the backup again'])
    progress('files', index + 1, uploads.files.length)
  }
}
