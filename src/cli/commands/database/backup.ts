/** `populus backup`: writes one archive from which `populus restore` makes the same server again. */
import { existsSync } from 'node:fs'
import { backUp } from '../../../app/transfers/back-up.ts'
import { backupName } from '../../../app/transfers/backup-name.ts'
import { StartError } from '../../../errors.ts'
import type { BackupResult } from '../../../transfer/backup/create-backup.ts'
import type { CommandArguments, Terminal } from '../../command.ts'
import { commandConfig } from '../../command-config.ts'
import { splitList } from '../../split-list.ts'
import { progressLine } from '../../terminal/progress-line.ts'
import { newPassphrase } from '../../terminal/read-passphrase.ts'

export async function backupCommand(given: CommandArguments, terminal: Terminal): Promise<void> {
  const { flags } = given
  const { config } = await commandConfig(given, terminal)
  const encrypted = flags.encrypt !== undefined
  const passphrase = encrypted ? await newPassphrase(given, terminal) : null
  const now = new Date()
  const file = given.positionals[0] ?? backupName(config, now, encrypted)
  if (existsSync(file)) throw new StartError(`${file} exists`, ['a backup never replaces a file; choose another name'])
  const progress = progressLine()
  try {
    const result = await backUp(config, {
      file,
      passphrase,
      withSecrets: flags['without-secrets'] === undefined,
      include: splitList(flags.include) ?? [],
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
