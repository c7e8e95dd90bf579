/** Puts what the files of the plugin config-sync say into the database: all of it, or nothing. */
import { join } from 'node:path'
import { DEFAULT_LOCALE_KEY } from '../../content/default-locale.ts'
import { StartError } from '../../errors.ts'
import { changeRights } from '../../identity/records/change-rights.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { readCoreStore } from '../../tables/core-store.ts'
import { planSync } from './plan-sync.ts'
import { listSyncFiles, readSyncFiles, type SyncFiles, type SyncFolder } from './read-sync-files.ts'
import type { SyncContext } from './sync-kind.ts'
import { syncKinds } from './sync-kinds.ts'

export interface ImportedConfig {
  /** One line for each difference. */
  readonly changes: readonly string[]
  /** What was left alone, and why. */
  readonly notes: readonly string[]
}

export interface OpenedDatabase {
  readonly database: Database
  readonly schema: Schema
}

/** With `plan`, nothing is changed. Throws StartError for files that cannot be used. */
export async function importConfig(
  { database, schema }: OpenedDatabase,
  folder: SyncFolder,
  { plan = false }: { readonly plan?: boolean } = {},
): Promise<ImportedConfig> {
  const names = await listSyncFiles(folder)
  if (names === undefined) throw new StartError(`The folder ${folder.options.syncDir} does not exist`)
  return changeRights({ database }, async run => {
    const context = { database, schema, run, now: new Date() }
    const files = await readSyncFiles(folder, names, syncKinds(context, undefined))
    const locale = await nextDefaultLocale(context, folder, files)
    const kinds = syncKinds(context, locale)
    const problems = [...files.problems, ...(await localeProblems(context, files, locale))]
    if (problems.length > 0)
      throw new StartError(
        'Nothing was imported',
        problems.map(problem => join(folder.options.syncDir, problem)),
      )
    const { changes, notes } = await planSync(kinds, files, folder.options)
    if (!plan) for (const { apply } of changes) await apply()
    return { changes: changes.flatMap(({ lines }) => lines), notes: [...files.notes, ...notes] }
  })
}

async function nextDefaultLocale({ run }: SyncContext, { options }: SyncFolder, { contents }: SyncFiles) {
  const stored = await readCoreStore(run, DEFAULT_LOCALE_KEY)
  const given = contents.get('core-store')?.get(DEFAULT_LOCALE_KEY)?.value
  return stored === undefined || (given !== undefined && !options.soft) ? given : stored
}

/** Queries without a locale would find nothing. */
async function localeProblems(
  context: SyncContext,
  { contents }: SyncFiles,
  locale: unknown,
): Promise<readonly string[]> {
  if (!contents.get('core-store')?.has(DEFAULT_LOCALE_KEY)) return []
  const given = contents.get('i18n-locale')
  const stored = await syncKinds(context, locale)
    .find(({ name }) => name === 'i18n-locale')
    ?.load()
  if (stored === undefined || stored.has(String(locale)) || given?.has(String(locale))) return []
  return [`core-store.${DEFAULT_LOCALE_KEY}.json: value: there is no locale ${JSON.stringify(locale)}`]
}
