/** Databases whose ids are large, and databases that have no room for large ids, made past our own code. */
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { runOwn } from '../../identity/administrators/own-rows.ts'
import { onServer } from '../../support/databases.ts'

/** From now on, every new row of the content gets an id above `first`, and no two tables get the same ones. */
export async function countFrom(database: DatabaseConfig, first: number): Promise<void> {
  if (database.client === 'postgres') {
    await onServer(
      database.url,
      sql => sql`
        select setval(format('%I.%I', schemaname, sequencename)::regclass, ${String(first)}::bigint + 1000 * row_number() over (order by sequencename))
        from pg_sequences where schemaname = 'public'`,
    )
    return
  }
  await runOwn(database, `delete from sqlite_sequence`)
  await runOwn(
    database,
    `insert into sqlite_sequence (name, seq)
     select name, ${first} + 1000 * row_number() over (order by name) from main.sqlite_master
     where type = 'table' and sql like '%autoincrement%'`,
  )
}

/** The types of all columns that hold ids: `articles.id integer`. */
export async function idColumns(database: DatabaseConfig): Promise<readonly string[]> {
  const rows = (await runOwn(database, ID_COLUMNS)) as readonly { place: string; type: string }[]
  return rows.map(({ place, type }) => `${place} ${type}`)
}

const ID_COLUMNS = `
  select c.relname || '.' || a.attname as place, format_type(a.atttypid, null) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and a.atttypid in ('int4'::regtype, 'int8'::regtype) and a.attnum > 0 and not a.attisdropped
    and ((n.nspname = 'public' and (a.attname = 'id' or a.attname like '%\\_id') and a.attname <> 'path_id' and c.relname not like 'strapi\\_%migrations')
      or (n.nspname = 'populus' and (a.attname like '%\\_id' or a.attname = 'last_row')))
  order by 1`

/** The database as Populus made it before, and as Strapi makes it: with ids of 32 bits. Nobody may use it meanwhile. */
export async function narrow(database: DatabaseConfig): Promise<void> {
  if (database.client !== 'postgres') return
  await onServer(database.url, async sql => {
    await sql.unsafe(`
      do $$ declare r record; begin
        for r in select n.nspname, c.relname, a.attname, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as counted
          from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
          where c.relkind = 'r' and a.atttypid = 'int8'::regtype and a.attnum > 0 and not a.attisdropped
            and ((n.nspname = 'public' and (a.attname = 'id' or a.attname like '%\\_id'))
              or (n.nspname = 'populus' and (a.attname like '%\\_id' or a.attname = 'last_row')))
        loop
          execute format('alter table %I.%I alter column %I type integer', r.nspname, r.relname, r.attname);
          if r.counted is not null then execute 'alter sequence ' || r.counted || ' as integer'; end if;
        end loop;
      end $$`)
  })
}
