/** `populus backup`: writes one archive from which `populus restore` makes the same server again. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { mediaProviderKind } from '../../../config/settings/media-provider-kind.ts'
import { signingSecrets } from '../../../config/sources/project-secrets.ts'
import { StartError } from '../../../errors.ts'
import { contentSchema } from '../../../tables/open-database.ts'
import { openSnapshot } from '../../../tables/open-snapshot.ts'
import { type BackupResult, createBackup } from '../../../transfer/backup/create-backup.ts'
import { VERSION } from '../../../util/version.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { commandConfig } from '../../command-config.ts'
import { envLines } from '../../env-lines.ts'
import { guardingSettings } from '../../guarding-settings.ts'
import { splitList } from '../../split-list.ts'
import { progressLine } from '../../terminal/progress-line.ts'
import { newPassphrase } from '../../terminal/read-passphrase.ts'

export async function backupCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { flags } = given
  const { config } = await commandConfig(given, terminal)
  const encrypted = flags.encrypt !== undefined
  const passphrase = encrypted ? await newPassphrase(given, terminal) : null
  const now = new Date()
  const file = given.positionals[0] ?? fileName(config, now, encrypted)
  if (existsSync(file)) throw new StartError(`${file} exists`, ['a backup never replaces a file; choose another name'])
  const secrets = flags['without-secrets'] === undefined ? signingSecrets(config) : new Map<string, string>()
  const progress = progressLine()
  try {
    const result = await createBackup({
      file,
      passphrase,
      folder: config.folder,
      project: basename(config.folder),
      populus: VERSION,
      include: splitList(flags.include) ?? [],
      settings: guardingSettings(config),
      openSnapshot: () => openSnapshot(config.database),
      schema: contentSchema(config.database),
      timezone: config.database.client === 'postgres' ? config.database.timezone : 'UTC',
      isLocal: provider => mediaProviderKind(provider) === 'local',
      secrets,
      secretsText: envLines(secrets),
      now,
      progress: progress.report,
    })
    progress.end()
    report(file, result, encrypted, terminal)
  } catch (error) {
    progress.end()
    throw error
  }
}

/** `blog-2026-05-01T09-30-00Z.tar.gz`, in the current folder. */
function fileName({ folder }: Config, now: Date, encrypted: boolean): string {
  const time = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return `${basename(folder)}-${time}.tar.gz${encrypted ? '.age' : ''}`
}

function report(
  file: string,
  { manifest, missing, leftOut }: BackupResult,
  encrypted: boolean,
  { print, note }: Terminal,
): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  print(`Backed up ${rows} rows of ${manifest.tables.length} tables and ${manifest.uploads.files} files to ${file}`)
  for (const line of leftOut) note(line)
  for (const name of missing) note(`public/uploads/${name} does not exist, although the media library lists it`)
  if (!encrypted && manifest.secrets.length > 0)
    note('The archive contains the secrets of the server: keep it as safe as the server, or encrypt it with --encrypt')
}
