/** What a database tells about the Strapi that wrote it, and about settings that are stored in it. */
import type { DatabaseConfig } from '../../config/config.ts'
import type { Model, Schema } from '../../schema/schema.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { readCoreStore } from '../core-store.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'

export interface StrapiTraces {
  /** The oldest version that can have left the tables as they are: `4.16.0`. */
  readonly since: string
  /** Codes of the locales. */
  readonly locales: readonly string[]
  /** Where stored files are, by the name of the upload provider. */
  readonly files: readonly StoredFiles[]
  /** Third parties by which users can log in. */
  readonly loginProviders: readonly string[]
  /** How many webhooks are enabled. */
  readonly webhooks: number
  /** Tables of relations that have entries without a position, from an upgrade of Strapi. */
  readonly unordered: readonly string[]
  /** Tables with times that are still to come, if stored times are in the time zone of the settings. */
  readonly future: readonly string[]
}

export interface StoredFiles {
  readonly provider: string
  readonly count: number
}

interface Place {
  readonly schema: Schema
  readonly database: DatabaseConfig
}

export async function strapiTraces(run: RunFragment, found: FoundTables, place: Place): Promise<StrapiTraces> {
  return {
    since: await oldestVersion(run, found),
    locales: await locales(run, found),
    files: await files(run, found),
    loginProviders: await loginProviders(run),
    webhooks: await webhooks(run, found),
    unordered: await unordered(run, found, place.schema),
    future: await future(run, found, place),
  }
}

export async function productVersion(run: RunFragment, dialect: SqlDialect['name']): Promise<string> {
  const query = dialect === 'sqlite' ? sql`select sqlite_version()` : sql`select current_setting('server_version')`
  const [row] = await run(query)
  const [version = ''] = /^\S+/.exec(String(row?.[0])) ?? []
  return `${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version}`
}

/** Newest first. */
const CHANGES: readonly (readonly [version: string, table: string, column?: string])[] = [
  ['4.20.4', 'strapi_releases', 'status'],
  ['4.16.0', 'strapi_releases'],
  ['4.14.0', 'admin_permissions', 'action_parameters'],
  ['4.7.0', 'strapi_transfer_tokens'],
  ['4.4.0', 'strapi_api_token_permissions'],
  ['4.3.0', 'upload_folders'],
]

async function oldestVersion(run: RunFragment, found: FoundTables): Promise<string> {
  if (found.hasColumn('strapi_database_schema', 'hash')) {
    const newest = sql`select ${name('hash')} from ${table('strapi_database_schema')} order by ${name('id')} desc limit 1`
    const [row] = await run(newest)
    if (String(row?.[0] ?? '').length === 64) return '4.26.0'
  }
  const change = CHANGES.find(([, where, column]) =>
    column === undefined ? found.table(where) !== undefined : found.hasColumn(where, column),
  )
  return change?.[0] ?? '4.0.0'
}

async function locales(run: RunFragment, found: FoundTables): Promise<readonly string[]> {
  if (!found.hasColumn('i18n_locale', 'code')) return []
  const rows = await run(sql`select ${name('code')} from ${table('i18n_locale')} order by ${name('id')}`)
  return rows.map(([code]) => String(code))
}

async function files(run: RunFragment, found: FoundTables): Promise<readonly StoredFiles[]> {
  if (!found.hasColumn('files', 'provider')) return []
  const provider = name('provider')
  const rows = await run(sql`select ${provider}, count(*) from ${table('files')} group by ${provider} order by 2 desc`)
  return rows.map(([stored, count]) => ({ provider: String(stored), count: Number(count) }))
}

async function loginProviders(run: RunFragment): Promise<readonly string[]> {
  const grant = await readCoreStore(run, 'plugin_users-permissions_grant')
  if (typeof grant !== 'object' || grant === null) return []
  return Object.entries(grant).flatMap(([provider, settings]) =>
    provider !== 'email' && (settings as { enabled?: unknown } | null)?.enabled === true ? [provider] : [],
  )
}

async function webhooks(run: RunFragment, found: FoundTables): Promise<number> {
  if (!found.hasColumn('strapi_webhooks', 'enabled')) return 0
  const [row] = await run(sql`select count(*) from ${table('strapi_webhooks')} where ${name('enabled')}`)
  return Number(row?.[0] ?? 0)
}

async function unordered(run: RunFragment, found: FoundTables, schema: Schema): Promise<readonly string[]> {
  const links = new Map<string, string>()
  for (const model of [...schema.types.values(), ...schema.components.values()])
    for (const [linked, order] of orderedLinks(model)) if (found.hasColumn(linked, order)) links.set(linked, order)
  const hits: string[] = []
  for (const [linked, order] of links) {
    const rows = await run(sql`select 1 from ${table(linked)} where ${name(order)} is null limit 1`)
    if (rows.length > 0) hits.push(linked)
  }
  return hits
}

/** Relations alone: a single component has no position in any version since 4.5. */
function orderedLinks({ attributes }: Model): readonly (readonly [table: string, order: string])[] {
  return [...attributes.values()].flatMap(attribute => {
    if (attribute.kind !== 'relation' || !attribute.many || attribute.link?.kind !== 'table') return []
    const { table: linked, orderColumn } = attribute.link
    return orderColumn === null ? [] : [[linked, orderColumn] as const]
  })
}

/** SQLite stores moments; PostgreSQL stores what the clock showed to the process that wrote. */
async function future(run: RunFragment, found: FoundTables, { schema, database }: Place): Promise<readonly string[]> {
  if (database.client === 'sqlite') return []
  const own = [...schema.types.values()].filter(({ userDefined, tableName }) => {
    return userDefined && found.hasColumn(tableName, 'updated_at')
  })
  const hits: string[] = []
  for (const { tableName } of own) {
    const now = sql`now() at time zone ${value(database.timezone)}::text + interval '1 minute'`
    const [row] = await run(sql`select max(${name('updated_at')}) > ${now} from ${table(tableName)}`)
    if (row?.[0] === true) hits.push(tableName)
  }
  return hits
}
