/**
 * What keeps the cache when others write elsewhere on a PostgreSQL server. Its transaction numbers are those of the whole server, and do not say what a
 * transaction has written: an `ANALYZE`, autovacuum, or a write in another database looks like a change of the content.
 */
import type { CacheConfig } from '../../config/config.ts'
import { sql, value } from '../../sql/fragment.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { desiredTables } from '../desired/desired-tables.ts'
import { contentSchema, type StorageConfig } from '../open-database.ts'
import type { Storage } from '../open-storage.ts'
import { LEAST_VERSION, tableStatus } from './announce-triggers.ts'

const SETTING = '"cache": { "announcedOnly": true }'

/** At most one line. None if nothing can be gained, or if the user of the database lacks the rights. */
export async function triggerAdvice(
  { database, schema }: Pick<Storage, 'database' | 'schema'>,
  config: StorageConfig & { readonly cache: Pick<CacheConfig, 'announcedOnly'> },
): Promise<readonly string[]> {
  if (config.database.client === 'sqlite' || config.cache.announcedOnly) return []
  const run = readingFrom(database)
  const place = contentSchema(config.database)
  const rows = await run(sql`
    select c.relname::text, has_table_privilege(c.oid, 'TRIGGER') and has_database_privilege(current_database(), 'CREATE')
      and current_setting('server_version_num')::int4 >= ${value(LEAST_VERSION)}::int4
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${value(place)}::text and c.relkind in ('r', 'p')`)
  const may = new Map(rows.map(([table, allowed]) => [String(table), allowed === true]))
  const tables = desiredTables(schema)
    .map(({ name }) => name)
    .filter(name => may.has(name))
  const { silent } = await tableStatus(run, place, tables)
  if (!silent.every(table => may.get(table))) return []
  const steps = silent.length === 0 ? SETTING : `populus triggers install, then ${SETTING},`
  return [`any other transaction on the PostgreSQL server, autovacuum included, empties the cache; ${steps} keeps it`]
}
