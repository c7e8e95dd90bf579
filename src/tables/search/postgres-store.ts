/** The tables of a search index in the schema `populus` of a PostgreSQL database. */
import { type Fragment, join, literal, name, sql, table as tableName, value } from '../../sql/fragment.ts'
import { postgresIndexTables } from '../../sql/search/postgres-index.ts'
import type { IndexedRow } from './index-row.ts'
import type { SearchStore } from './search-store.ts'

const ROW_TRIGGER = 'populus_search'
const TRUNCATE_TRIGGER = 'populus_search_truncate'

const json = (given: unknown): Fragment => sql`json_array_elements(${value(JSON.stringify(given))}::text::json)`
const numbers = (ids: readonly number[]): Fragment => sql`(${value(`{${ids.join(',')}}`)}::text::int8[])`
const texts = (given: readonly string[]): Fragment =>
  sql`(select json_array_elements_text(${value(JSON.stringify(given))}::text::json))`

export function postgresStore(schema: string): SearchStore {
  const { words, index, near, pending, unbuilt, sources, mark } = postgresIndexTables(schema)
  const notBuilt = (ids: readonly number[]) =>
    sql`select source, last_row from ${unbuilt.name} where source = any ${numbers(ids)} order by source`
  const textOf = (table: string, columns: readonly string[]) => sql`
    select ${join([name('id'), ...columns.map(each => sql`${name(each)}::text`)])} from ${tableName(table, schema)}`
  return Object.freeze<SearchStore>({
    exists: sql`
      select 1 from (values (${value(sources.quoted)}::text), (${value(unbuilt.quoted)}::text)) as t (name)
      where to_regclass(t.name) is not null`,
    create: creationOf(schema),
    drop: [
      ...[words, near, pending, unbuilt, sources].map(each => sql`drop table ${each.name}`),
      sql`drop function ${mark.name}()`,
    ],
    sources: sql`select id, name, definition from ${sources.name}`,
    saveSource: (source, definition) => sql`
      insert into ${sources.name} (name, definition) values (${value(source)}, ${value(definition)})
      on conflict (name) do update set definition = excluded.definition returning id`,
    removeSource: id => sql`delete from ${sources.name} where id = ${value(id)}`,
    ...triggersOf(schema),
    saveUnbuilt: (source, last) => sql`
      insert into ${unbuilt.name} (source, last_row) values (${literal(source)}, ${value(last)}::int8)
      on conflict (source) do update set last_row = excluded.last_row`,
    removeUnbuilt: source => sql`delete from ${unbuilt.name} where source = ${literal(source)}`,
    unbuilt: notBuilt,
    takeUnbuilt: ids => sql`${notBuilt(ids)} limit 1 for update skip locked`,
    marked: (ids, most) => sql`
      select count(*)::int4 from (select 1 from ${pending.name} where source = any ${numbers(ids)} limit ${literal(most)}) as m`,
    // Marks that another process has taken are its business.
    takeMarks: (ids, most) => sql`
      delete from ${pending.name} where ctid = any (array(
        select ctid from ${pending.name} where source = any ${numbers(ids)} limit ${literal(most)} for update skip locked
      )) returning source, row_id`,
    // Two processes that index the same row do so one after the other, so that the later text stays.
    rows: (table, columns, ids) => sql`
      ${textOf(table, columns)} where ${name('id')} = any ${numbers(ids)} order by ${name('id')} for no key update`,
    rowsAfter: (table, columns, last, most) => sql`
      ${textOf(table, columns)} where ${name('id')} > ${value(last)}::int8
      order by ${name('id')} limit ${literal(most)} for no key update`,
    lastRow: table => sql`select max(${name('id')}) from ${tableName(table, schema)}`,
    add: (source, rows) => sql`
      insert into ${words.name} (source, row_id, words)
      select ${literal(source)}, (e ->> 0)::int8, (e ->> 1)::tsvector
      from ${json(rows.map(([id, row]) => [id, vectorText(row)]))} e
      on conflict (source, row_id) do update set words = excluded.words`,
    remove: (source, ids) => sql`
      delete from ${words.name} where source = ${literal(source)} and row_id = any ${numbers(ids)}`,
    removeAll: source => sql`delete from ${words.name} where source = ${literal(source)}`,
    knownNear: tokens => sql`select part from ${near.name} where part in ${texts(tokens)} and token = part`,
    addNear: entries => sql`
      insert into ${near.name} (part, token) select e ->> 0, e ->> 1 from ${json(entries)} e on conflict do nothing`,
    removeNear: sql`delete from ${near.name}`,
    tidy: [
      sql`select gin_clean_pending_list(${literal(index.quoted)}::regclass)`,
      ...[words, near].map(each => sql`analyze ${each.name}`),
    ],
  })
}

/** Which tables are followed by triggers, and how to begin and end following one. */
function triggersOf(schema: string): Pick<SearchStore, 'followed' | 'follow' | 'unfollow'> {
  const { mark } = postgresIndexTables(schema)
  return {
    followed: sql`
      select c.relname::text from pg_catalog.pg_trigger t
      join pg_catalog.pg_class c on c.oid = t.tgrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${value(schema)}::text and t.tgname in (${literal(ROW_TRIGGER)}, ${literal(TRUNCATE_TRIGGER)})
        and t.tgenabled in ('O', 'A') and not t.tgisinternal
      group by 1 having count(*) = 2`,
    follow: (table, source, columns) => {
      const call = sql`execute function ${mark.name}(${literal(String(source))})`
      const on = tableName(table, schema)
      return [
        sql`create trigger ${name(ROW_TRIGGER)} after insert or delete or update of ${join(columns.map(name))} on ${on} for each row ${call}`,
        sql`create trigger ${name(TRUNCATE_TRIGGER)} after truncate on ${on} for each statement ${call}`,
      ]
    },
    unfollow: table =>
      [ROW_TRIGGER, TRUNCATE_TRIGGER].map(
        trigger => sql`drop trigger if exists ${name(trigger)} on ${tableName(table, schema)}`,
      ),
  }
}

function creationOf(schema: string): readonly Fragment[] {
  const { words, index, near, pending, unbuilt, sources, mark } = postgresIndexTables(schema)
  return [
    sql`create table if not exists ${sources.name} (id serial primary key, name text not null unique, definition text not null)`,
    sql`create table if not exists ${pending.name} (source integer not null, row_id bigint not null)`,
    sql`create table if not exists ${unbuilt.name} (source integer not null primary key, last_row bigint not null)`,
    sql`create table if not exists ${near.name} (part text collate "C" not null, token text collate "C" not null, primary key (part, token))`,
    sql`create table if not exists ${words.name} (source integer not null, row_id bigint not null, words tsvector not null, primary key (source, row_id))`,
    sql`create index if not exists ${name(index.plain)} on ${words.name} using gin (words)`,
    // Whoever writes needs no rights on what is ours.
    sql`
      create or replace function ${mark.name}() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $populus$
      begin
        if tg_op = 'TRUNCATE' then insert into ${pending.name} (source, row_id) values (tg_argv[0]::int4, 0);
        elsif tg_op = 'DELETE' then insert into ${pending.name} (source, row_id) values (tg_argv[0]::int4, old.id);
        else insert into ${pending.name} (source, row_id) values (tg_argv[0]::int4, new.id);
        end if;
        return null;
      end
      $populus$`,
  ]
}

const LAST_POSITION = 16_383
const MOST_POSITIONS = 255

/** The words of a row with their places, in PostgreSQL's own notation. */
function vectorText({ tokens, prominent }: IndexedRow): string {
  const places = new Map<string, number[]>()
  for (const [index, token] of tokens.entries()) {
    const known = places.get(token) ?? []
    places.set(token, known)
    if (known.length < MOST_POSITIONS) known.push(Math.min(index + 1, LAST_POSITION))
  }
  const placed = [...places].map(([token, at]) => `'${token}':${[...new Set(at)].join(',')}`)
  return [...placed, ...prominent.map(token => `'${token}'`)].join(' ')
}
