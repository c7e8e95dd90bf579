/** Imports a file of content, or an archive of Strapi: for the command line and for the panel. Both can be rehearsed first. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { contentContext } from '../../contexts.ts'
import { createPasswords, type Passwords } from '../../identity/sign-in/password-hash.ts'
import { runningIn } from '../../storage/run-fragment.ts'
import { type ConvertedArchive, type ImportedArchive, strapiFor } from '../../strapi-support.ts'
import type { Storage } from '../../tables/open-storage.ts'
import type { ImportInput } from '../../transfer/import/import-batch.ts'
import { importContent } from '../../transfer/import/import-content.ts'
import { type Rehearsal, rehearseImport } from '../../transfer/import/rehearse-import.ts'
import { markAsSeeded } from '../../transfer/seed/needs-content.ts'
import { UPLOADS_PATH } from '../../util/project-parts.ts'

export interface ImportFileInput
  extends Pick<ImportInput, 'file' | 'name' | 'mode' | 'forget' | 'progress' | 'checking'> {
  /** Of an encrypted archive. */
  readonly key: string | null
  /** Webhooks are told. */
  readonly isTold: boolean
}

/** Of `strapi export`. */
const STRAPI_ARCHIVE = /\.tar\.gz(\.enc)?$/

export async function importFile(storage: Storage, config: Config, input: ImportFileInput): Promise<ImportedArchive> {
  const { database, origin } = storage
  const { file, key, isTold } = input
  const passwords = createPasswords(config.limits)
  const shared = sharedInput(storage, config, input, passwords)
  const strapi = STRAPI_ARCHIVE.test(file) ? await strapiFor(`The archive ${file}`) : undefined
  // An archive is a whole site, and brings its webhooks: nobody is told of it.
  const result = strapi
    ? await strapi.importArchive({ ...shared, archive: { file, key }, uploads: join(config.folder, UPLOADS_PATH) })
    : {
        ...(await importContent({
          ...shared,
          content: isTold ? contentContext(config, storage, passwords) : undefined,
        })),
        files: 0,
        notes: [],
      }
  // A user who imports content does not want the content of the project folder as well.
  if (origin !== 'strapi4') await database.write(transaction => markAsSeeded(runningIn(transaction, database)))
  return result
}

export interface RehearsedFile extends Rehearsal, Pick<ConvertedArchive, 'notes' | 'skipped'> {}

/** What `importFile` would do, with up to `most` problems. */
export async function rehearseFile(
  storage: Storage,
  config: Config,
  input: Omit<ImportFileInput, 'mode' | 'isTold'>,
  most: number,
): Promise<RehearsedFile> {
  const { file, key } = input
  const passwords = createPasswords(config.limits)
  const shared = sharedInput(storage, config, { ...input, mode: 'all-or-nothing' }, passwords)
  if (!STRAPI_ARCHIVE.test(file)) return { ...(await rehearseImport(shared, most)), notes: [], skipped: new Map() }
  const strapi = await strapiFor(`The archive ${file}`)
  const folder = mkdtempSync(join(tmpdir(), 'populus-import-'))
  try {
    const { notes, skipped, ...converted } = await strapi.convertArchive({ file, key }, storage.schema, folder)
    return { ...(await rehearseImport({ ...shared, file: converted.file }, most)), notes, skipped }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sharedInput(
  { database, schema, changes }: Storage,
  { changes: feed }: Config,
  { file, name, mode, forget, progress, checking }: Omit<ImportFileInput, 'isTold' | 'key'>,
  passwords: Passwords,
): ImportInput {
  return {
    ...{ database, schema, file, name, mode, forget, progress, checking },
    changes: feed.keepDays > 0 ? changes : undefined,
    hashPassword: passwords.hash,
    clock: () => new Date(),
  }
}
