/** Turns the database settings of all sources into the database to open. */
import { resolve } from 'node:path'
import { severalHosts, singleHosts } from '../util/postgres-hosts.ts'
import type { DatabaseConfig } from './config.ts'
import { isTimezone } from './settings/is-timezone.ts'
import type { CompleteSettings, DatabaseSettings } from './settings/settings.ts'
import { override } from './sources/override.ts'

export interface DatabaseDefaults {
  readonly folder: string
  /** The SQLite file if nothing is set, relative to the folder. */
  readonly filename: string
  /** The time zone if none is set. */
  readonly timezone: string
}

const ADDRESS_PARTS = ['host', 'port', 'name', 'username', 'password'] as const

/** Which database is meant, and how it is reached. */
export const CONNECTION_SETTINGS = ['client', 'filename', 'url', 'ssl', 'schema', ...ADDRESS_PARTS]

/** The later source wins: its address replaces the earlier parts, and its parts change the earlier address. */
export function mergeDatabase(lower: DatabaseSettings, upper: DatabaseSettings): DatabaseSettings {
  if (upper.url !== undefined) {
    const kept = Object.entries(lower).filter(([name]) => !ADDRESS_PARTS.some(part => part === name))
    return override<DatabaseSettings>(Object.fromEntries(kept), upper)
  }
  const url = lower.url === undefined ? {} : { url: changeAddress(lower.url, upper) }
  return { ...override<DatabaseSettings>(lower, upper), ...url }
}

/** The database, or what is missing. */
export function resolveDatabase(
  settings: CompleteSettings['database'],
  defaults: DatabaseDefaults,
): DatabaseConfig | { readonly problem: string } {
  if (settings.client !== 'postgres') {
    if (settings.replicas.length > 0)
      return { problem: 'database.replicas (DATABASE_REPLICAS) needs PostgreSQL: a SQLite file has no replicas' }
    const filename = settings.filename ?? defaults.filename
    return { client: 'sqlite', filename: filename === ':memory:' ? filename : resolve(defaults.folder, filename) }
  }
  const url = settings.url ?? addressOf(settings)
  if (url === undefined)
    return { problem: 'PostgreSQL needs database.url (DATABASE_URL) or database.name (DATABASE_NAME)' }
  if (settings.replicas.includes(url))
    return { problem: 'database.replicas (DATABASE_REPLICAS) names database.url itself, which is no replica' }
  const timezone = settings.timezone ?? defaults.timezone
  if (!isTimezone(timezone))
    return { problem: `TZ: expected a time zone such as "UTC" or "Europe/Paris", got "${timezone}"` }
  return {
    client: 'postgres',
    url,
    ...(settings.listenUrl === undefined ? {} : { listenUrl: settings.listenUrl }),
    ...(settings.replicas.length === 0 ? {} : { replicas: settings.replicas }),
    pool: settings.pool,
    ssl: settings.ssl ?? asksForSsl(url),
    schema: settings.schema,
    timezone,
  }
}

function addressOf(settings: DatabaseSettings): string | undefined {
  return settings.name === undefined ? undefined : changeAddress('postgres://127.0.0.1:5432/', settings)
}

/** Puts the given parts into the address, escaped as necessary. */
function changeAddress(url: string, parts: DatabaseSettings): string {
  const hosts = singleHosts(url)
  // Another host replaces all of them.
  const changed = parts.host === undefined ? hosts : hosts.slice(0, 1)
  return severalHosts(changed.map(host => changeSingle(host, parts)))
}

function changeSingle(url: string, parts: DatabaseSettings): string {
  const changed = new URL(url)
  if (parts.host !== undefined) changed.hostname = parts.host.includes(':') ? `[${parts.host}]` : parts.host
  if (parts.port !== undefined) changed.port = String(parts.port)
  if (parts.name !== undefined) changed.pathname = `/${parts.name}`
  if (parts.username !== undefined) changed.username = encodeURIComponent(parts.username)
  if (parts.password !== undefined) changed.password = encodeURIComponent(parts.password)
  return changed.href
}

function asksForSsl(url: string): boolean {
  return ['require', 'verify-ca', 'verify-full'].includes(
    new URL(singleHosts(url)[0]!).searchParams.get('sslmode') ?? '',
  )
}
