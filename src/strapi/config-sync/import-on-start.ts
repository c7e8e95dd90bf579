/** What `populus start` imports before it answers requests: the files of the plugin config-sync, if it says so. */
import type { Config } from '../../config/config.ts'
import type { Environment } from '../../config/sources/read-dotenv.ts'
import type { Storage } from '../../tables/open-storage.ts'
import { importConfig } from './import-config.ts'
import { listSyncFiles, syncFolder } from './read-sync-files.ts'

/** The plugin imports nothing on a developer's machine, where it would undo what was just changed. */
export async function importOnStart(
  storage: Storage,
  { folder, adopt: { configSync }, development }: Config,
  { NODE_ENV = '' }: Environment,
): Promise<readonly string[]> {
  if (!configSync?.importOnBootstrap) return []
  if (development && ['', 'development'].includes(NODE_ENV))
    return ['config-sync: importOnBootstrap has no effect in development; set NODE_ENV=production']
  const place = syncFolder(folder, configSync)
  if ((await listSyncFiles(place)) === undefined)
    return [`config-sync: nothing is imported, because there is no folder ${configSync.syncDir}`]
  const { changes, notes } = await importConfig(storage, place)
  return [...notes, ...changes].map(line => `config-sync: ${line}`)
}
