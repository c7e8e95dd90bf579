/**
 * Populus' own tables. They are kept apart from the content (schema `populus`, on SQLite a second file), because
 * Strapi's schema sync drops every table it does not know.
 */

import { LEASES_TABLE, META_TABLE, SCHEDULE_TABLE, WEBHOOK_OPTIONS_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, name, sql, table, typeName, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { type FoundTables, hasTable, inspectTables } from '../existing/inspect-tables.ts'
import { createPanelTables, PANEL_TABLES } from './panel-tables.ts'
import { createResumableTables, RESUMABLE_TABLES } from './resumable-tables.ts'

/** One row. A transaction that changes rights or users locks it until the commit, so such changes happen one at a time. */
const ACCESS_VERSION_TABLE = 'access_version'
/** Who is signed in to the management API. Tokens are stored only as hashes, times as milliseconds since 1970. */
const ADMIN_SESSIONS_TABLE = 'admin_sessions'
/**
 * From when a user's tokens count, for a password: `user_id`, `tokens_from` (seconds since 1970), `password_mark`; and one
 * older token that is spared for a while: `spared_iat`, `spared_until` (seconds since 1970).
 */
const PASSWORD_CHANGES_TABLE = 'password_changes'
/** Codes that are used once, as hashes: their purpose, their owner (0: none), and a hash of what must not have changed since. */
export const USER_CODES_TABLE = 'user_codes'
/** Sign-in attempts, counted until `reset_at`, by a hash of what is counted. Used on PostgreSQL. */
export const ATTEMPTS_TABLE = 'attempts'
/** Where administrators have signed in from, as hashes: `admin_id`, `place_hash`, `used_at`. */
export const KNOWN_PLACES_TABLE = 'known_places'
/** The second factors of administrators: secrets encrypted, recovery codes as hashes; times as milliseconds since 1970. */
export const SECOND_FACTORS_TABLE = 'second_factors'
/** Who administrators are at providers of single sign-on: `issuer`, `subject`, `admin_id`, `bound_to`, `created_at`. */
export const ADMIN_IDENTITIES_TABLE = 'admin_identities'
/**
 * Passkeys of administrators: the public key in base64url; `admin_since` is when the administrator was created, because an id may
 * be somebody else's in another database; times as milliseconds since 1970.
 */
export const PASSKEYS_TABLE = 'passkeys'
/** Files being stored or deleted: `id`, `owner` (a process), `expires_at` (milliseconds since 1970), `content` (JSON). */
export const MEDIA_JOURNAL_TABLE = 'media_journal'

const OWN_TABLES = [
  META_TABLE,
  ACCESS_VERSION_TABLE,
  ADMIN_SESSIONS_TABLE,
  PASSWORD_CHANGES_TABLE,
  USER_CODES_TABLE,
  ATTEMPTS_TABLE,
  KNOWN_PLACES_TABLE,
  SECOND_FACTORS_TABLE,
  ADMIN_IDENTITIES_TABLE,
  PASSKEYS_TABLE,
  ...PANEL_TABLES,
  WEBHOOK_OPTIONS_TABLE,
  LEASES_TABLE,
  MEDIA_JOURNAL_TABLE,
  ...RESUMABLE_TABLES,
]

export async function hasOwnTables(run: RunFragment, dialect: SqlDialect): Promise<boolean> {
  const found = await inspectTables(run, dialect, dialect.ownSchema)
  return OWN_TABLES.every(own => found.table(own) !== undefined) && hasNewColumns(found)
}

/** Columns that tables of earlier versions do not have. */
const NEW_COLUMNS: readonly (readonly [table: string, column: string, type: Fragment])[] = [
  [PASSWORD_CHANGES_TABLE, 'password_mark', sql`varchar(255)`],
  [PASSWORD_CHANGES_TABLE, 'spared_iat', sql`bigint`],
  [PASSWORD_CHANGES_TABLE, 'spared_until', sql`bigint`],
  [SCHEDULE_TABLE, 'client', sql`varchar(255)`],
  [WEBHOOK_OPTIONS_TABLE, 'batch', sql`integer`],
]

function hasNewColumns(found: FoundTables): boolean {
  return NEW_COLUMNS.every(([own, column]) => found.hasColumn(own, column))
}

/** Creates what is missing. Needs no more rights than necessary: an administrator may have created the schema already. */
export async function createOwnTables(run: RunFragment, dialect: SqlDialect): Promise<void> {
  if (await hasOwnTables(run, dialect)) return
  await createSchema(run, dialect, dialect.ownSchema)
  const id = typeName(dialect.columnTypes.reference)
  await run(sql`
    create table if not exists ${table(META_TABLE, dialect.ownSchema)} (
      ${name('key')} varchar(255) not null primary key, ${name('value')} text
    )`)
  const version = table(ACCESS_VERSION_TABLE, dialect.ownSchema)
  await run(
    sql`create table if not exists ${version} (${name('id')} integer not null primary key, version bigint not null)`,
  )
  await run(sql`insert into ${version} (${name('id')}, version) values (1, 0) on conflict (${name('id')}) do nothing`)
  await run(sql`
    create table if not exists ${table(ADMIN_SESSIONS_TABLE, dialect.ownSchema)} (
      token_hash varchar(255) not null primary key, admin_id ${id} not null,
      created_at bigint not null, used_at bigint not null
    )`)
  await run(sql`
    create table if not exists ${table(PASSWORD_CHANGES_TABLE, dialect.ownSchema)} (
      user_id ${id} not null primary key, tokens_from bigint not null
    )`)
  await createSignInTables(run, dialect)
  await createPanelTables(run, dialect)
  await createWebhookTables(run, dialect)
  await run(sql`
    create table if not exists ${table(MEDIA_JOURNAL_TABLE, dialect.ownSchema)} (
      ${name('id')} varchar(255) not null primary key, owner varchar(255) not null, expires_at bigint not null,
      content text not null
    )`)
  await createResumableTables(run, dialect)
  const found = await inspectTables(run, dialect, dialect.ownSchema)
  for (const [own, column, type] of NEW_COLUMNS) {
    if (found.hasColumn(own, column)) continue
    await run(sql`alter table ${table(own, dialect.ownSchema)} add column ${name(column)} ${type}`)
  }
}

async function createWebhookTables(run: RunFragment, { ownSchema, columnTypes }: SqlDialect): Promise<void> {
  const id = typeName(columnTypes.reference)
  await run(sql`
    create table if not exists ${table(WEBHOOK_OPTIONS_TABLE, ownSchema)} (
      webhook_id ${id} not null primary key, types text not null, secret varchar(255), old_secret varchar(255),
      old_until bigint not null
    )`)
  await run(sql`
    create table if not exists ${table(LEASES_TABLE, ownSchema)} (
      lease varchar(255) not null primary key, owner varchar(255) not null, until bigint not null
    )`)
}

async function createSignInTables(run: RunFragment, dialect: SqlDialect): Promise<void> {
  const id = typeName(dialect.columnTypes.reference)
  await run(sql`
    create table if not exists ${table(USER_CODES_TABLE, dialect.ownSchema)} (
      code_hash varchar(255) not null primary key, purpose varchar(255) not null, user_id ${id} not null,
      bound_to varchar(255) not null, expires_at bigint not null
    )`)
  await run(sql`
    create table if not exists ${table(ATTEMPTS_TABLE, dialect.ownSchema)} (
      what_hash varchar(255) not null primary key, attempts integer not null, reset_at bigint not null
    )`)
  await run(sql`
    create table if not exists ${table(KNOWN_PLACES_TABLE, dialect.ownSchema)} (
      admin_id ${id} not null, place_hash varchar(255) not null, used_at bigint not null,
      primary key (admin_id, place_hash)
    )`)
  await run(sql`
    create table if not exists ${table(SECOND_FACTORS_TABLE, dialect.ownSchema)} (
      admin_id ${id} not null primary key, secret text not null, confirmed_at bigint not null, last_step bigint not null,
      recovery text not null, failures integer not null, failed_at bigint not null
    )`)
  await run(sql`
    create table if not exists ${table(ADMIN_IDENTITIES_TABLE, dialect.ownSchema)} (
      issuer varchar(500) not null, subject varchar(255) not null, admin_id ${id} not null,
      bound_to varchar(255) not null, created_at bigint not null, primary key (issuer, subject)
    )`)
  await run(sql`
    create table if not exists ${table(PASSKEYS_TABLE, dialect.ownSchema)} (
      id varchar(255) not null primary key, admin_id ${id} not null, admin_since varchar(255) not null,
      credential_id text not null unique, public_key text not null, counter bigint not null, transports text not null,
      site text not null, user_handle varchar(255) not null, title varchar(255) not null, created_at bigint not null,
      used_at bigint not null
    )`)
}

/** Does nothing if the schema exists, or if the database has no schemas to create (SQLite attaches files). */
export async function createSchema(run: RunFragment, dialect: SqlDialect, schema: string): Promise<void> {
  if (dialect.name === 'sqlite') return
  const rows = await run(sql`select 1 from pg_catalog.pg_namespace where nspname = ${value(schema)}::text`)
  if (rows.length === 0) await run(sql`create schema ${name(schema)}`)
}

/** `null` if there is no such fact, or no table yet. */
export async function readMeta(run: RunFragment, dialect: SqlDialect, key: string): Promise<string | null> {
  if (!(await hasTable(run, dialect, dialect.ownSchema, META_TABLE))) return null
  const rows = await run(
    sql`select ${name('value')} from ${table(META_TABLE, dialect.ownSchema)} where ${name('key')} = ${value(key)}`,
  )
  return (rows[0]?.[0] as string | undefined) ?? null
}

export async function storeMeta(
  run: RunFragment,
  dialect: SqlDialect,
  fact: { key: string; value: string },
): Promise<void> {
  await run(sql`
    insert into ${table(META_TABLE, dialect.ownSchema)} (${name('key')}, ${name('value')})
    values (${value(fact.key)}, ${value(fact.value)})
    on conflict (${name('key')}) do update set ${name('value')} = excluded.${name('value')}`)
}

export async function deleteMeta(run: RunFragment, dialect: SqlDialect, key: string): Promise<void> {
  await run(sql`delete from ${table(META_TABLE, dialect.ownSchema)} where ${name('key')} = ${value(key)}`)
}
