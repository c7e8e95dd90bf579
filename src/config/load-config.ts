/**
 * Loads the settings of a server: defaults, then the project's files, then the environment, then the command line. Later
 * sources win. All problems are reported together.
 */
import { resolve } from 'node:path'
import { StartError } from '../errors.ts'
import { isRecord } from '../util/is-record.ts'
import { trimBoth, trimEnd } from '../util/text/trim-run.ts'
import type { Config } from './config.ts'
import { deepFreeze } from './deep-freeze.ts'
import { type ProjectReader, type ReadSettings, refuseStrapi } from './project-reader.ts'
import { CONNECTION_SETTINGS, mergeDatabase, resolveDatabase } from './resolve-database.ts'
import { mergeEmail, resolveEmail } from './resolve-email.ts'
import { checkSettings, type SettingsSource } from './settings/check-settings.ts'
import { complete, SETTINGS, type Settings } from './settings/settings.ts'
import { environmentSettings } from './sources/environment-settings.ts'
import { type ConfigFlags, flagSettings } from './sources/flag-settings.ts'
import { inspectProject, type Project } from './sources/inspect-project.ts'
import { override } from './sources/override.ts'
import { type Environment, readDotenv } from './sources/read-dotenv.ts'
import { readSettingsFile } from './sources/read-settings-file.ts'

export interface ConfigInput {
  /** The project folder, relative to the working directory. */
  readonly folder: string
  readonly flags?: ConfigFlags
  /** Creates the database of a Strapi project, too. */
  readonly create?: boolean
  /** The process environment, which wins over the folder's `.env`. */
  readonly env: Environment
  /** Called for everything that was ignored, one sentence each. */
  readonly warn?: (message: string) => void
  /** Called for everything that was taken from the files of a Strapi project, one line for each file. */
  readonly inform?: (message: string) => void
}

/** Throws one StartError with every problem in the settings. Refuses Strapi projects if nobody reads them. */
export async function loadConfig(input: ConfigInput, read: ProjectReader = refuseStrapi): Promise<Config> {
  const gathered = await gatherSettings(input, read)
  const { warn = () => undefined, inform = () => undefined } = input
  for (const line of gathered.read.warnings) warn(line)
  for (const line of gathered.read.notes) inform(line)
  return finishSettings(gathered)
}

/** All sources together, before anything is refused. */
export interface GatheredSettings<Read extends ReadSettings = ReadSettings> {
  readonly project: Project
  readonly env: Environment
  readonly settings: Settings
  readonly problems: readonly string[]
  readonly create: boolean
  /** What the files of another program say. */
  readonly read: Read
  /** The source that names the database: `config/database.js`, `DATABASE_URL`; `undefined` for the default. */
  readonly databaseSource: string | undefined
}

export async function gatherSettings<Read extends ReadSettings>(
  input: ConfigInput,
  reader: ProjectReader<Read>,
): Promise<GatheredSettings<Read>> {
  const project = await inspectProject(resolve(input.folder))
  const env = override(await readDotenv(project.folder), input.env)
  const file = await readSettingsFile(project.folder)
  const read = await reader(project, {
    env,
    databaseIn: {
      flags: input.flags?.database !== undefined,
      file: 'source' in file && hasDatabase(file.source),
      environment: hasDatabase(environmentSettings(env)),
    },
  })
  const sources = [
    ...('source' in file ? [file.source] : []),
    environmentSettings(read.decidesDatabase ? withoutConnection(env) : env),
    flagSettings(input.flags ?? {}),
  ]
  const checked = sources.map(checkSettings)
  const problems = [
    ...read.problems,
    ...('problem' in file ? [file.problem] : []),
    ...checked.flatMap(({ problems }) => problems),
  ]
  const settings = [...read.settings, ...checked.map(({ settings }) => settings)].reduce(merge, {})
  const databaseSource = sources.map(namesDatabase).findLast(name => name !== undefined) ?? read.databaseFile
  return { project, env, settings, problems, create: input.create === true, read, databaseSource }
}

function hasDatabase({ given }: SettingsSource): boolean {
  return isRecord(given) && 'database' in given
}

/** Which part of a source decides where the database is. */
function namesDatabase({ given, label }: SettingsSource): string | undefined {
  const database: unknown = isRecord(given) && 'database' in given ? given.database : undefined
  if (!isRecord(database)) return undefined
  const [member] = ['url', 'filename', 'host', 'name', 'client'].filter(name => name in database)
  return member === undefined ? undefined : label(`database.${member}`)
}

const CONNECTION = new Set(CONNECTION_SETTINGS.map(name => `database.${name}`))

/** Only the project's own file decides about the connection, with the variables that it reads. */
function withoutConnection(env: Environment): Environment {
  const names = new Set(SETTINGS.flatMap(({ path, env: name }) => (CONNECTION.has(path) ? [name] : [])))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)))
}

/** The upper source wins, setting by setting. */
function merge(lower: Settings, upper: Settings): Settings {
  return {
    ...mergeGroups(lower, upper),
    database: mergeDatabase(lower.database ?? {}, upper.database ?? {}),
    email: mergeEmail(lower.email ?? {}, upper.email ?? {}),
    media: mergeMedia(lower.media ?? {}, upper.media ?? {}),
  }
}

/** Resumable uploads and each provider have groups of their own. */
function mergeMedia(lower: MediaSettings, upper: MediaSettings): MediaSettings {
  return {
    ...override(lower, upper),
    resumable: override(lower.resumable ?? {}, upper.resumable),
    s3: override(lower.s3 ?? {}, upper.s3),
    cloudinary: override(lower.cloudinary ?? {}, upper.cloudinary),
    azure: override(lower.azure ?? {}, upper.azure),
  }
}

type MediaSettings = NonNullable<Settings['media']>

/** A group of settings is overridden member by member, anything else as a whole. */
function mergeGroups(lower: Settings, upper: Settings): Settings {
  const groups = Object.entries(upper).map(([name, given]) => {
    const below = lower[name as keyof Settings]
    return [name, isRecord(given) ? override({ ...(isRecord(below) ? below : {}) }, given) : (given ?? below)]
  })
  return { ...lower, ...Object.fromEntries(groups) }
}

const HEADLINE = 'The settings have problems'
const NOT_SHARED = 'server.workers (--workers): a database in memory belongs to one process; use a file, or 1 worker'

const NO_WAY_IN =
  'admin.passwords (ADMIN_PASSWORDS): without passwords, administrators need a provider in admin.singleSignOn (ADMIN_SSO)'

/** Completes the settings with defaults, or throws the StartError with every problem. */
export function finishSettings({ project, env, settings, problems, create, read }: GatheredSettings): Config {
  if (read.refusal !== undefined) throw read.refusal
  const strapi4 = project.strapiVersion === 4
  const timezone = env.TZ?.replace(/^:/, '') || Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const filename = strapi4 ? '.tmp/data.db' : '.data/content.db'
  const { server, api, ...others } = complete(settings)
  const database = resolveDatabase(others.database, { folder: project.folder, filename, timezone })
  // A source with a problem counts as empty, so a setting that seems to be missing may be in it.
  if (problems.length > 0) throw new StartError(HEADLINE, problems)
  if ('problem' in database) throw new StartError(HEADLINE, [database.problem])
  if (server.workers > 1 && database.client === 'sqlite' && database.filename === ':memory:')
    throw new StartError(HEADLINE, [NOT_SHARED])
  if (!others.admin.passwords && Object.keys(others.admin.singleSignOn).length === 0)
    throw new StartError(HEADLINE, [NO_WAY_IN])
  return deepFreeze({
    ...others,
    folder: project.folder,
    strapi: strapi4,
    plugins: read.plugins,
    mayCreate: !strapi4 || create,
    database,
    api: {
      ...api,
      dialect: api.dialect ?? (strapi4 ? 'strapi4' : 'document'),
      // Only the clients of a Strapi project expect to read drafts without a right to them.
      drafts: api.drafts ?? (strapi4 ? undefined : 'granted'),
      prefix: normalizePrefix(api.prefix),
    },
    server: { ...server, url: server.url === undefined ? undefined : trimEnd(server.url, '/') },
    email: resolveEmail(settings.email ?? {}),
    development: env.NODE_ENV !== 'production',
  })
}

/** `api/` and `/api` are the same path; `/` and the empty string mean no prefix. */
function normalizePrefix(prefix: string): string {
  const path = trimBoth(prefix, '/')
  return path === '' ? '' : `/${path}`
}
