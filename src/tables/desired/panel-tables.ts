/** Populus' own tables for the admin panel. Times are milliseconds since 1970, and structured values are JSON. */
import {
  DRAFTS_TABLE,
  ENTRY_STAGES_TABLE,
  PENDING_TABLE,
  RELEASE_ITEMS_TABLE,
  RELEASES_TABLE,
  SCHEDULE_TABLE,
  SERVER_TASKS_TABLE,
  WORKFLOWS_TABLE,
} from '../../schema/own-table-names.ts'
import { type Fragment, sql, table, typeName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'

/** What the panel remembers about a person. */
export const PREFERENCES_TABLE = 'admin_preferences'
/** Lists that people have saved; `owner` is `me`, `all` or `role`. */
export const SAVED_VIEWS_TABLE = 'saved_views'
/** Who has which entry open. */
export const PRESENCE_TABLE = 'presence'
/** Named queries that were made in the panel; `definition` is what a file would say. */
export const NAMED_QUERIES_TABLE = 'named_queries'

export const PANEL_TABLES = [
  PREFERENCES_TABLE,
  SAVED_VIEWS_TABLE,
  DRAFTS_TABLE,
  PENDING_TABLE,
  PRESENCE_TABLE,
  NAMED_QUERIES_TABLE,
  SCHEDULE_TABLE,
  RELEASES_TABLE,
  RELEASE_ITEMS_TABLE,
  WORKFLOWS_TABLE,
  ENTRY_STAGES_TABLE,
  SERVER_TASKS_TABLE,
]

export async function createPanelTables(run: RunFragment, { ownSchema, columnTypes }: SqlDialect): Promise<void> {
  const id = typeName(columnTypes.reference)
  await run(sql`
    create table if not exists ${table(PREFERENCES_TABLE, ownSchema)} (
      admin_id ${id} not null primary key, preferences text not null
    )`)
  await run(sql`
    create table if not exists ${table(SAVED_VIEWS_TABLE, ownSchema)} (
      id varchar(255) not null primary key, uid varchar(255) not null, title varchar(255) not null,
      query text not null, columns text, owner varchar(255) not null, role_id ${id}, admin_id ${id} not null,
      created_at bigint not null
    )`)
  await run(sql`
    create table if not exists ${table(DRAFTS_TABLE, ownSchema)} (
      admin_id ${id} not null, uid varchar(255) not null, entry varchar(255) not null, base text,
      changes text not null, title varchar(255), locale varchar(255), saved_at bigint not null,
      primary key (admin_id, uid, entry)
    )`)
  await run(sql`
    create table if not exists ${table(PENDING_TABLE, ownSchema)} (
      uid varchar(255) not null, entry_id ${id} not null, changes text not null, admin_id ${id} not null,
      saved_at bigint not null, primary key (uid, entry_id)
    )`)
  await run(sql`
    create table if not exists ${table(PRESENCE_TABLE, ownSchema)} (
      uid varchar(255) not null, entry_id ${id} not null, admin_id ${id} not null, tab varchar(255) not null,
      place varchar(255), since bigint not null, seen_at bigint not null,
      primary key (uid, entry_id, admin_id, tab)
    )`)
  await run(sql`
    create table if not exists ${table(NAMED_QUERIES_TABLE, ownSchema)} (
      query_name varchar(255) not null primary key, definition text not null, admin_id ${id} not null,
      changed_at bigint not null
    )`)
  await run(sql`
    create table if not exists ${table(SCHEDULE_TABLE, ownSchema)} (
      uid varchar(255) not null, entry_id ${id} not null, action varchar(20) not null, act_at bigint not null,
      next_at bigint not null, state varchar(20) not null, reason text, admin_id ${id}, set_at bigint not null,
      primary key (uid, entry_id, action)
    )`)
  await run(sql`
    create table if not exists ${table(SERVER_TASKS_TABLE, ownSchema)} (
      kind varchar(20) not null primary key, task_id varchar(255) not null, owner varchar(255) not null,
      beat bigint not null, ended bigint not null, told varchar(20), content text not null
    )`)
  await createReleaseTables(run, ownSchema, id)
  await createWorkflowTables(run, ownSchema, id)
}

async function createReleaseTables(run: RunFragment, ownSchema: string, id: Fragment): Promise<void> {
  await run(sql`
    create table if not exists ${table(RELEASES_TABLE, ownSchema)} (
      id varchar(255) not null primary key, title varchar(255) not null, state varchar(20) not null, act_at bigint,
      next_at bigint, set_by ${id}, problems text, created_at bigint not null, created_by ${id}, done_at bigint,
      done_by ${id}
    )`)
  await run(sql`
    create table if not exists ${table(RELEASE_ITEMS_TABLE, ownSchema)} (
      release_id varchar(255) not null, uid varchar(255) not null, entry_id ${id} not null, action varchar(20) not null,
      primary key (release_id, uid, entry_id)
    )`)
}

async function createWorkflowTables(run: RunFragment, ownSchema: string, id: Fragment): Promise<void> {
  await run(sql`
    create table if not exists ${table(WORKFLOWS_TABLE, ownSchema)} (
      id varchar(255) not null primary key, title varchar(255) not null, definition text not null
    )`)
  await run(sql`
    create table if not exists ${table(ENTRY_STAGES_TABLE, ownSchema)} (
      uid varchar(255) not null, entry_id ${id} not null, stage_id varchar(255) not null, moved_at bigint not null,
      moved_by ${id}, primary key (uid, entry_id)
    )`)
}
