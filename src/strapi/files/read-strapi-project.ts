/** The settings of a Strapi v4 project, checked, and what to tell the operator about them. */
import { NOTHING_READ, type ProjectReader, type ReaderInput, type ReadSettings } from '../../config/project-reader.ts'
import { checkSettings } from '../../config/settings/check-settings.ts'
import { nestSettings } from '../../config/settings/nest-settings.ts'
import type { Project } from '../../config/sources/inspect-project.ts'
import { localPlugins } from './local-plugins.ts'
import { readStrapiConfig, type StrapiConfig } from './read-strapi-config.ts'
import { mysqlRefusal, unknownDatabaseRefusal } from './strapi-database.ts'
import { pluginRefusal, pluginSettings } from './strapi-plugin-settings.ts'
import { type StrapiSetting, strapiSettings } from './strapi-settings.ts'

export interface StrapiSettings extends ReadSettings {
  /** What was taken from the files. */
  readonly taken: readonly StrapiSetting[]
  /** What the files say, whether it is used or not. */
  readonly files: StrapiConfig['files']
}

/** An invalid value is ignored with a warning. */
export const readStrapiProject: ProjectReader<StrapiSettings> = async (project, input) =>
  project.strapiVersion === 4
    ? loadStrapiSettings(project, input)
    : { ...NOTHING_READ, warnings: versionWarnings(project), taken: [], files: {} }

function versionWarnings({ strapiVersion }: Project): readonly string[] {
  if (strapiVersion === undefined || strapiVersion <= 4) return []
  return [`This is a Strapi ${strapiVersion} project; only Strapi v4 projects can be opened unchanged`]
}

async function loadStrapiSettings(
  { folder, dependencies }: Project,
  { env, databaseIn }: ReaderInput,
): Promise<StrapiSettings> {
  const config = await readStrapiConfig(folder, env)
  const { database } = config.files
  const isOther = databaseIn.flags || databaseIn.file
  const isNeeded = database !== undefined && !isOther && !databaseIn.environment
  const { settings, warnings } = strapiSettings(config)
  const sources = { dependencies, plugins: config.files.plugins }
  const used = [...settings, ...pluginSettings(sources)].filter(({ setting }) => !isOther || !isDatabase(setting))
  const checked = used.map(setting => ({ ...setting, ...check(setting) }))
  const wrong = checked.filter(({ problems }) => problems.length > 0)
  const taken = checked.filter(({ problems }) => problems.length === 0)
  return {
    settings: checked.map(part => part.settings),
    // The variables describe the project's own database, not the one that the command line names.
    decidesDatabase: databaseIn.flags || used.some(({ setting }) => isDatabase(setting)),
    databaseFile: database?.file,
    problems: wrong.filter(({ setting }) => isDatabase(setting)).flatMap(({ problems }) => problems),
    refusal: (isNeeded ? unknownDatabaseRefusal(database) : undefined) ?? mysqlRefusal(used) ?? pluginRefusal(sources),
    plugins: await localPlugins({ folder, env, plugins: config.files.plugins }),
    warnings: [
      ...config.warnings,
      ...warnings,
      ...wrong.filter(({ setting }) => !isDatabase(setting)).flatMap(({ problems }) => problems),
    ],
    notes: takenLines(taken),
    taken,
    files: config.files,
  }
}

const isDatabase = (setting: string): boolean => setting.startsWith('database.')

function check({ setting, given, place }: StrapiSetting) {
  const separator = isDatabase(setting) ? ': ' : ', ignored: '
  return checkSettings({
    given: nestSettings(new Map([[setting, given]])),
    label: () => place.replace(': ', separator),
  })
}

/** `From config/server.js: host 0.0.0.0, port 1337` */
function takenLines(settings: readonly StrapiSetting[]): readonly string[] {
  const byFile = new Map<string, string[]>()
  for (const { setting, given, place } of settings) {
    const file = place.slice(0, place.indexOf(': '))
    byFile.set(file, [...(byFile.get(file) ?? []), shown(setting, given)])
  }
  return [...byFile].map(([file, parts]) => `From ${file}: ${parts.join(', ')}`)
}

const SECRET = /secret|password|salt|key|url|username|token$/i

/** Whether the value of a setting must not be shown. */
export const isSecret = (setting: string): boolean => SECRET.test(setting)

function shown(setting: string, given: unknown): string {
  if (isSecret(setting)) return setting
  return `${setting} ${typeof given === 'string' ? given : JSON.stringify(given)}`
}
