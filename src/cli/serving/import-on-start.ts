/** What `populus start` imports before it answers requests: the files of the plugin config-sync, if it says so. */
import type { Config } from '../../config/config.ts'
import { importConfig } from '../../strapi/config-sync/import-config.ts'
import { listSyncFiles, syncFolder } from '../../strapi/config-sync/read-sync-files.ts'
import type { Storage } from '../../tables/open-storage.ts'
import type { Terminal } from '../command.ts'

/** The plugin imports nothing on a developer's machine, where it would undo what was just changed. */
export function importOnStart(
  { folder, adopt: { configSync }, development }: Config,
  { NODE_ENV = '' }: Terminal['env'],
): ((storage: Storage) => Promise<readonly string[]>) | undefined {
  if (!configSync?.importOnBootstrap) return undefined
  if (development && ['', 'development'].includes(NODE_ENV))
    return async () => ['config-sync: importOnBootstrap has no effect in development; set NODE_ENV=production']
  return async storage => {
    const place = syncFolder(folder, configSync)
    if ((await listSyncFiles(place)) === undefined)
      return [`config-sync: nothing is imported, because there is no folder ${configSync.syncDir}`]
    const { changes, notes } = await importConfig(storage, place)
    return [...notes, ...changes].map(line => `config-sync: ${line}`)
  }
}
