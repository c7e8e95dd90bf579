/** The settings of a server that is about to start, with its secrets. */
import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { ConfigFlags } from '../../config/sources/flag-settings.ts'
import { ensureSecrets, hasSecrets } from '../../config/sources/project-secrets.ts'
import { checkSecrets } from '../../config/sources/weak-secrets.ts'
import { loadProjectConfig } from '../../project-config.ts'
import { refuseMissingFile } from '../../tables/refuse-new.ts'
import { withStartLock } from '../../tables/start-lock.ts'
import { refuseInterruptedRestore } from '../../transfer/backup/interrupted-restore.ts'
import type { CommandArguments, Terminal } from '../command.ts'

export interface ServerSettings {
  /** Absolute path of the project folder. */
  readonly folder: string
  readonly flags: ConfigFlags
  /** Creates the database of a Strapi project, too. */
  readonly create: boolean
  readonly env: Terminal['env']
  readonly note: Terminal['note']
}

export function serverSettings({ positionals, flags }: CommandArguments, { env, note }: Terminal): ServerSettings {
  const { port, host, database, dialect, workers, replicas } = flags
  return {
    folder: resolve(positionals[0] ?? '.'),
    flags: { port, host, database, dialect, workers, replicas },
    create: flags.create !== undefined,
    env,
    note,
  }
}

/** What becomes of a server whose rules or code are gone. */
export function wishedGuards({ flags }: CommandArguments): 'check' | 'accept' {
  return flags['without-rules'] === undefined ? 'check' : 'accept'
}

/** A new project gets its secrets here. Throws StartError. */
export async function loadServerConfig({ note, ...input }: ServerSettings): Promise<Config> {
  refuseInterruptedRestore(input.folder)
  const loaded = await loadProjectConfig({ ...input, warn: note, inform: note })
  refuseMissingFile(loaded)
  const config = await withSecrets(loaded, note)
  checkSecrets(config, note)
  return config
}

/** Servers that start together in one folder generate its secrets only once. */
async function withSecrets(config: Config, note: Terminal['note']): Promise<Config> {
  if (hasSecrets(config)) return config
  return withStartLock(config.database, note, () => ensureSecrets(config, note))
}
