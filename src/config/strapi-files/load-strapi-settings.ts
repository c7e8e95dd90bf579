/** The settings of a Strapi v4 project, checked, and what to tell the operator about them. */
import type { StartError } from '../../errors.ts'
import { checkSettings } from '../settings/check-settings.ts'
import { nestSettings } from '../settings/nest-settings.ts'
import type { Settings } from '../settings/settings.ts'
import type { Environment } from '../sources/read-dotenv.ts'
import { readStrapiConfig, type StrapiConfig } from './read-strapi-config.ts'
import { mysqlRefusal, unknownDatabaseRefusal } from './strapi-database.ts'
import { pluginRefusal, pluginSettings } from './strapi-plugin-settings.ts'
import { type StrapiSetting, strapiSettings } from './strapi-settings.ts'

export interface LoadedStrapi {
  /** One value each. Later ones do not contradict earlier ones. */
  readonly settings: readonly Settings[]
  /** Whether the project's files say which database it uses. */
  readonly decidesDatabase: boolean
  /** What is wrong with that database. */
  readonly problems: readonly string[]
  /** Why no database can be opened at all: it is not known which one it is, or it is not one that can be opened. */
  readonly refusal: StartError | undefined
  readonly warnings: readonly string[]
  /** What was taken from the files. */
  readonly taken: readonly StrapiSetting[]
  /** What the files say, whether it is used or not. */
  readonly files: StrapiConfig['files']
}

export const NOT_STRAPI: LoadedStrapi = Object.freeze({
  settings: [],
  decidesDatabase: false,
  problems: [],
  refusal: undefined,
  warnings: [],
  taken: [],
  files: {},
})

export interface StrapiInput {
  readonly folder: string
  readonly env: Environment
  /** The packages of the project. */
  readonly dependencies: ReadonlySet<string>
  /** Another source names the database, so the project's own is not used. */
  readonly otherDatabase: boolean
  /** The environment names one, which is used if the project's file cannot be read. */
  readonly knownDatabase: boolean
}

export async function loadStrapiSettings(input: StrapiInput): Promise<LoadedStrapi> {
  const config = await readStrapiConfig(input.folder, input.env)
  const { database } = config.files
  const isNeeded = database !== undefined && !input.otherDatabase && !input.knownDatabase
  const { settings, warnings } = strapiSettings(config)
  const sources = { dependencies: input.dependencies, plugins: config.files.plugins }
  const used = [...settings, ...pluginSettings(sources)].filter(
    ({ setting }) => !input.otherDatabase || !isDatabase(setting),
  )
  const checked = used.map(setting => ({ ...setting, ...check(setting) }))
  const wrong = checked.filter(({ problems }) => problems.length > 0)
  return {
    settings: checked.map(part => part.settings),
    decidesDatabase: used.some(({ setting }) => isDatabase(setting)),
    problems: wrong.filter(({ setting }) => isDatabase(setting)).flatMap(({ problems }) => problems),
    refusal: (isNeeded ? unknownDatabaseRefusal(database) : undefined) ?? mysqlRefusal(used) ?? pluginRefusal(sources),
    warnings: [
      ...config.warnings,
      ...warnings,
      ...wrong.filter(({ setting }) => !isDatabase(setting)).flatMap(({ problems }) => problems),
    ],
    taken: checked.filter(({ problems }) => problems.length === 0),
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
export function takenLines(settings: readonly StrapiSetting[]): readonly string[] {
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
