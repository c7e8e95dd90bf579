/** Uploads that arrive in several requests. Used on PostgreSQL. Times are milliseconds since 1970. */
import { name, sql, table, typeName } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'

/**
 * `arrived` is the number of bytes that count, `turn` the number of requests that have worked on the upload: only the last one may
 * add bytes. `metadata` is JSON; `result` is there once the upload is finished.
 */
export const RESUMABLE_UPLOADS_TABLE = 'resumable_uploads'
/** Their bytes, in parts; `position` is that of the first byte of a part. */
export const RESUMABLE_PARTS_TABLE = 'resumable_parts'

export const RESUMABLE_TABLES = [RESUMABLE_UPLOADS_TABLE, RESUMABLE_PARTS_TABLE]

export async function createResumableTables(run: RunFragment, dialect: SqlDialect): Promise<void> {
  const parts = table(RESUMABLE_PARTS_TABLE, dialect.ownSchema)
  await run(sql`
    create table if not exists ${table(RESUMABLE_UPLOADS_TABLE, dialect.ownSchema)} (
      ${name('id')} varchar(255) not null primary key, owner varchar(255) not null, uploader varchar(255) not null,
      size bigint not null, metadata text not null, expires_at bigint not null, arrived bigint not null,
      turn bigint not null, result text
    )`)
  const isPostgres = dialect.name === 'postgres'
  await run(sql`
    create table if not exists ${parts} (
      upload_id varchar(255) not null, position bigint not null, bytes ${typeName(isPostgres ? 'bytea' : 'blob')} not null,
      primary key (upload_id, position)
    )`)
  // Most files are compressed already.
  if (isPostgres) await run(sql`alter table ${parts} alter column bytes set storage external`)
}
