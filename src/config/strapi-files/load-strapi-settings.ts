/** The settings of a Strapi v4 project, checked, and what to tell the operator about them. */
import { checkSettings } from '../settings/check-settings.ts'
import { nestSettings } from '../settings/nest-settings.ts'
import type { Settings } from '../settings/settings.ts'
import type { Environment } from '../sources/read-dotenv.ts'
import { readStrapiConfig } from './read-strapi-config.ts'
import { refuseMysql, refuseUnknownDatabase } from './strapi-database.ts'
import { type StrapiSetting, strapiSettings } from './strapi-settings.ts'

export interface LoadedStrapi {
  /** One value each. Later ones do not contradict earlier ones. */
  readonly settings: readonly Settings[]
  /** Whether the project's files say which database it uses. */
  readonly decidesDatabase: boolean
  /** What is wrong with that database. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  /** What was taken from which file, one line each. */
  readonly taken: readonly string[]
}

export const NOT_STRAPI: LoadedStrapi = Object.freeze({
  settings: [],
  decidesDatabase: false,
  problems: [],
  warnings: [],
  taken: [],
})

export interface StrapiInput {
  readonly folder: string
  readonly env: Environment
  /** Another source names the database, so the project's own is not used. */
  readonly otherDatabase: boolean
  /** The environment names one, which is used if the project's file cannot be read. */
  readonly knownDatabase: boolean
}

/** Throws StartError if the project's database cannot be opened, or is not known. */
export async function loadStrapiSettings(input: StrapiInput): Promise<LoadedStrapi> {
  const config = await readStrapiConfig(input.folder, input.env)
  const { database } = config.files
  if (database !== undefined && !input.otherDatabase && !input.knownDatabase) refuseUnknownDatabase(database)
  const { settings, warnings } = strapiSettings(config)
  const used = settings.filter(({ setting }) => !input.otherDatabase || !isDatabase(setting))
  for (const { setting, given, place } of used) if (setting === 'database.client') refuseMysql(given, place)
  const checked = used.map(setting => ({ ...setting, ...check(setting) }))
  const wrong = checked.filter(({ problems }) => problems.length > 0)
  return {
    settings: checked.map(part => part.settings),
    decidesDatabase: used.some(({ setting }) => isDatabase(setting)),
    problems: wrong.filter(({ setting }) => isDatabase(setting)).flatMap(({ problems }) => problems),
    warnings: [
      ...config.warnings,
      ...warnings,
      ...wrong.filter(({ setting }) => !isDatabase(setting)).flatMap(({ problems }) => problems),
    ],
    taken: takenLines(checked.filter(({ problems }) => problems.length === 0)),
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

function shown(setting: string, given: unknown): string {
  if (SECRET.test(setting)) return setting
  return `${setting} ${typeof given === 'string' ? given : JSON.stringify(given)}`
}
