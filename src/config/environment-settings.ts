/** Settings from environment variables, under the names that a Strapi v4 project already has in its `.env`. */
import type { SettingsSource } from './check-settings.ts'
import { inferClient } from './infer-client.ts'
import { nestSettings } from './nest-settings.ts'
import type { Environment } from './read-dotenv.ts'

/** A variable's text as the value of its setting; text that does not fit stays, so that the check can complain about it. */
type Reader = (text: string) => unknown

const asIs: Reader = text => text
const number: Reader = text => (/^\d+$/.test(text.trim()) ? Number(text) : text)
const flag: Reader = text => FLAGS.get(text.trim().toLowerCase()) ?? text
const list: Reader = text => text.split(',').map(part => part.trim())
const client: Reader = text => CLIENTS.get(text.trim()) ?? text
const level: Reader = text => LEVELS.get(text.trim().toLowerCase()) ?? text

const FLAGS = new Map([
  ...['true', '1'].map(word => [word, true] as const),
  ...['false', '0'].map(word => [word, false] as const),
])
const CLIENTS = new Map([
  ...['better-sqlite3', 'sqlite3'].map(name => [name, 'sqlite'] as const),
  ['pg', 'postgres'],
  ['postgresql', 'postgres'],
])
/** The further levels that Strapi's logger knows. */
const LEVELS = new Map(
  Object.entries({
    silent: 'silent',
    fatal: 'error',
    error: 'error',
    warn: 'warn',
    info: 'info',
    http: 'info',
    verbose: 'debug',
    debug: 'debug',
    silly: 'debug',
    trace: 'debug',
  }),
)

interface Variable {
  readonly name: string
  readonly path: string
  readonly read: Reader
}

const variable = (name: string, path: string, read: Reader = asIs): Variable => ({ name, path, read })

/** Which variable gives which setting. */
export const VARIABLES: readonly Variable[] = Object.freeze([
  variable('HOST', 'host'),
  variable('PORT', 'port', number),
  variable('DATABASE_CLIENT', 'database.client', client),
  variable('DATABASE_FILENAME', 'database.filename'),
  variable('DATABASE_URL', 'database.url'),
  variable('DATABASE_HOST', 'database.host'),
  variable('DATABASE_PORT', 'database.port', number),
  variable('DATABASE_NAME', 'database.name'),
  variable('DATABASE_USERNAME', 'database.username'),
  variable('DATABASE_PASSWORD', 'database.password'),
  variable('DATABASE_POOL_MAX', 'database.pool', number),
  variable('DATABASE_SSL', 'database.ssl', flag),
  variable('DATABASE_SCHEMA', 'database.schema'),
  variable('JWT_SECRET', 'secrets.jwt'),
  variable('API_TOKEN_SALT', 'secrets.apiTokenSalt'),
  variable('ADMIN_JWT_SECRET', 'secrets.admin'),
  variable('PUBLIC_URL', 'server.url'),
  variable('TRUSTED_PROXIES', 'server.trustProxy', list),
  variable('POPULUS_WORKERS', 'server.workers', number),
  variable('EMAIL_FROM', 'email.from'),
  variable('SMTP_URL', 'email.smtp.url'),
  variable('SMTP_HOST', 'email.smtp.host'),
  variable('SMTP_PORT', 'email.smtp.port', number),
  variable('SMTP_SECURE', 'email.smtp.secure', flag),
  variable('SMTP_USERNAME', 'email.smtp.username'),
  variable('SMTP_PASSWORD', 'email.smtp.password'),
  variable('POPULUS_METRICS', 'metrics.enabled', flag),
  variable('POPULUS_METRICS_TOKEN', 'metrics.token'),
  variable('POPULUS_CACHE_RESPONSES', 'cache.responses', flag),
  variable('POPULUS_CACHE_SIZE', 'cache.size', number),
  variable('LOG_LEVEL', 'log', level),
])

/** An empty variable counts as absent. What a variable means is checked later, with the settings of the other sources. */
export function environmentSettings(environment: Environment): SettingsSource {
  const present = VARIABLES.filter(({ name }) => (environment[name] ?? '') !== '')
  const nested = nestSettings(new Map(present.map(({ name, path, read }) => [path, read(environment[name] ?? '')])))
  const names = new Map(present.map(({ name, path }) => [path, name]))
  return {
    given: {
      ...nested,
      ...(nested.database === undefined ? {} : { database: relevant(inferClient(nested.database as Given)) }),
    },
    // The one setting without a variable of its own here is a client inferred from the address.
    label: path => names.get(path) ?? 'DATABASE_URL',
  }
}

type Given = Readonly<Record<string, unknown>>

/** A `.env` often has the variables of several databases; those of the others must not be complained about. */
function relevant(database: Given): Given {
  const { client, filename, ...server } = database
  if (client === undefined || client === 'postgres') return { ...(client === undefined ? {} : { client }), ...server }
  return { client, ...(filename === undefined ? {} : { filename }) }
}
