/** A backup of a project as its settings describe it, for the command line and for the panel. */
import { basename } from 'node:path'
import type { Config } from '../../config/config.ts'
import { mediaProviderKind } from '../../config/settings/media-provider-kind.ts'
import { signingSecrets } from '../../config/sources/project-secrets.ts'
import { contentSchema } from '../../tables/open-database.ts'
import { openSnapshot } from '../../tables/open-snapshot.ts'
import { type BackupResult, createBackup } from '../../transfer/backup/create-backup.ts'
import { envLines } from '../../util/text/env-lines.ts'
import { VERSION } from '../../util/version.ts'
import { guardingSettings } from './guarding-settings.ts'

export interface BackUpInput {
  readonly file: string
  readonly passphrase: string | null
  readonly withSecrets: boolean
  /** Files and folders of the project besides those that every project may have. */
  readonly include: readonly string[]
  readonly now: Date
  readonly progress: (what: 'rows' | 'files', done: number, total: number) => void
}

export function backUp(config: Config, { withSecrets, ...input }: BackUpInput): Promise<BackupResult> {
  const { database, folder } = config
  const secrets = withSecrets ? signingSecrets(config) : new Map<string, string>()
  return createBackup({
    ...input,
    folder,
    project: basename(folder),
    populus: VERSION,
    settings: guardingSettings(config),
    openSnapshot: () => openSnapshot(database),
    schema: contentSchema(database),
    timezone: database.client === 'postgres' ? database.timezone : 'UTC',
    isLocal: provider => mediaProviderKind(provider) === 'local',
    secrets,
    secretsText: envLines(secrets),
  })
}
