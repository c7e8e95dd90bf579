/** `populus restore <file> [folder]`: makes a server again from an archive of `populus backup`. */
import { resolve } from 'node:path'
import { changedSettings, guardingSettings } from '../../../app/transfers/guarding-settings.ts'
import type { Config } from '../../../config/config.ts'
import { loadProjectConfig } from '../../../project-config.ts'
import { loadProjectSchema } from '../../../schema/load/load-schema.ts'
import { databaseText } from '../../../tables/open-database.ts'
import type { ArchiveFile } from '../../../transfer/archive/read-archive.ts'
import { type BackupManifest, unknownGuards } from '../../../transfer/backup/manifest.ts'
import { checkBackup, type RestoreTarget, restoreBackup } from '../../../transfer/backup/restore-backup.ts'
import { envLines } from '../../../util/text/env-lines.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { nextCommand } from '../../next-command.ts'
import { progressLine } from '../../terminal/progress-line.ts'
import { passphraseFor } from '../../terminal/read-passphrase.ts'

export async function restoreCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const [file = '', place = '.'] = given.positionals
  const { flags } = given
  const archive = archiveOf(file, given, terminal)
  if (flags.check !== undefined) return describe(file, await checkBackup(archive), terminal)
  const progress = progressLine()
  const folder = resolve(place)
  let database = ''
  let settings: Readonly<Record<string, unknown>> = {}
  try {
    const manifest = await restoreBackup({
      archive,
      folder,
      dataOnly: flags['data-only'] !== undefined,
      force: flags.force !== undefined,
      openTarget: async project => {
        const { config, ...target } = await openTarget(project, given, terminal)
        settings = guardingSettings(config)
        database = databaseText(target.storage.database).replace(project, folder)
        return target
      },
      envText: secrets => {
        const text = `${secrets}${envLines(databaseVariables(flags.database))}`
        return text === '' ? null : text
      },
      progress: progress.report,
      note: terminal.note,
    })
    progress.end()
    const lost = flags['data-only'] === undefined ? lostParts(manifest, file) : []
    for (const line of [...lost, ...changedSettings(manifest.settings, settings)]) terminal.note(line)
    report(manifest, { folder, database, dataOnly: flags['data-only'] !== undefined }, terminal)
    terminal.print(await nextCommand({ folder, filled: database, flag: flags.database }, terminal))
  } catch (error) {
    progress.end()
    throw error
  }
}

/** The passphrase is asked for once, although the archive is read several times. */
function archiveOf(file: string, given: CommandArguments, terminal: Terminal): ArchiveFile {
  let asked: Promise<string> | undefined
  return {
    file,
    passphrase: () => {
      asked ??= passphraseFor(given, terminal)
      return asked
    },
  }
}

async function openTarget(
  folder: string,
  { flags }: CommandArguments,
  terminal: Terminal,
): Promise<RestoreTarget & { readonly config: Config }> {
  const { env, note: warn } = terminal
  const config = await loadProjectConfig({ folder, flags: { database: flags.database }, env, warn })
  const { schema } = await loadProjectSchema(config)
  return { storage: { ...config, mayCreate: true }, schema, config }
}

/** So that the commands in the restored folder find the database. */
function databaseVariables(flag: string | undefined): ReadonlyMap<string, string> {
  if (flag === undefined) return new Map()
  const [, filename] = /^sqlite:(.*)$/s.exec(flag) ?? []
  if (filename === undefined) return new Map([['DATABASE_URL', flag]])
  return new Map([
    ['DATABASE_CLIENT', 'sqlite'],
    ['DATABASE_FILENAME', filename],
  ])
}

function report(
  { tables, uploads, secrets, created }: BackupManifest,
  { folder, database, dataOnly }: { readonly folder: string; readonly database: string; readonly dataOnly: boolean },
  { print, note }: Terminal,
): void {
  print(`Restored the backup of ${created}: ${rowsOf(tables)} rows to ${database}, ${uploads.files} files to ${folder}`)
  if (dataOnly) note('Tokens and sign-ins of the backup are valid only if this project has the same secrets')
  else if (secrets.length === 0)
    note('The archive contains no secrets: set them, or no token of the old server is valid')
}

/** Says what an archive of an earlier version cannot have. */
function lostParts(manifest: BackupManifest, file: string): readonly string[] {
  const lost = unknownGuards(manifest).map(({ path, holds }) => `${path} (${holds})`)
  if (lost.length === 0) return []
  return [
    `${file} was made by Populus ${manifest.populus}, which did not archive ${lost.join(', ')}`,
    'If the project had them, copy them into the restored folder before you start the server',
  ]
}

function describe(file: string, manifest: BackupManifest, { print, note }: Terminal): void {
  const { created, populus, project, database, tables, uploads, secrets } = manifest
  print(`${file} is complete`)
  print(`${project}, backed up at ${created} by Populus ${populus} from ${database.client}`)
  print(`${rowsOf(tables)} rows of ${tables.length} tables, ${uploads.files} files (${uploads.bytes} bytes)`)
  for (const line of lostParts(manifest, file)) note(line)
  print(secrets.length === 0 ? 'no secrets' : `secrets: ${secrets.join(', ')}`)
}

const rowsOf = (tables: BackupManifest['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0)
