/** `populus config-sync import|export`: rights, locales and settings in files, as strapi-plugin-config-sync has them. */

import type { CommandArguments, Terminal } from '../../cli/command.ts'
import { withProject } from '../../cli/open-project.ts'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../errors.ts'
import { exportConfig } from '../config-sync/export-config.ts'
import { importConfig } from '../config-sync/import-config.ts'
import { type SyncFolder, syncFolder } from '../config-sync/read-sync-files.ts'

export async function configSyncImport(given: CommandArguments, terminal: Terminal): Promise<void> {
  const plan = given.flags.plan !== undefined
  const { changes, notes } = await withProject(given, terminal, (storage, config) =>
    importConfig(storage, folderOf(config), { plan }),
  )
  for (const line of [...notes, ...changes]) terminal.print(line)
  terminal.print(summary(changes.length, plan, 'imported'))
}

export async function configSyncExport(given: CommandArguments, terminal: Terminal): Promise<void> {
  const plan = given.flags.plan !== undefined
  const lines = await withProject(given, terminal, (storage, config) =>
    exportConfig(storage, folderOf(config), { plan }),
  )
  for (const line of lines) terminal.print(line)
  terminal.print(summary(lines.length, plan, 'exported'))
}

function summary(count: number, plan: boolean, done: 'imported' | 'exported'): string {
  if (count === 0) return 'The database and the files are the same; nothing to do'
  const changes = count === 1 ? '1 change' : `${count} changes`
  return plan ? `${changes} would be ${done}` : `${changes} ${done}`
}

function folderOf({ folder, adopt: { configSync } }: Config): SyncFolder {
  if (configSync !== null) return syncFolder(folder, configSync)
  throw new StartError('The project does not use config-sync', [
    'package.json does not list strapi-plugin-config-sync, or config/plugins switches it off',
    'other projects use the setting adopt.configSync',
  ])
}
