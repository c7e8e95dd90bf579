/** The acts behind the pages "Backups" and "Import and export": each in a process of its own, with the settings of the server. */
import type { Config } from '../../config/config.ts'
import type { TransferActs } from '../../management/transfers/transfer-acts.ts'
import { findStrapi } from '../../strapi-support.ts'
import { selectTypes } from '../../transfer/transferred-types.ts'
import { backupName } from './backup-name.ts'
import { runTransfer } from './run-transfer.ts'

const MOST_CONNECTIONS = 3

export function transferActs(given: Config): TransferActs {
  const config = withFewConnections(given)
  return Object.freeze({
    folder: config.folder,
    hasStrapi: async () => (await findStrapi()) !== undefined,
    backupName: (now, encrypted) => backupName(config, now, encrypted),
    contentTypes: schema => selectTypes(schema).types,
    backUp: (input, watch) => runTransfer({ kind: 'backUp', config, input }, watch),
    describeBackup: async file => (await import('./describe-backup.ts')).describeBackup(file),
    exportTo: (output, input, watch) => runTransfer({ kind: 'export', config, input }, watch, output),
    rehearse: (input, watch) => runTransfer({ kind: 'rehearse', config, input }, watch),
    importFile: (input, watch) => runTransfer({ kind: 'import', config, input }, watch),
  } satisfies TransferActs)
}

/** One act needs few, and the server's own come on top. */
function withFewConnections(config: Config): Config {
  const { database } = config
  if (database.client !== 'postgres') return config
  return { ...config, database: { ...database, pool: Math.min(database.pool, MOST_CONNECTIONS) } }
}
