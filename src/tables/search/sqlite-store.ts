/** The tables of a search index in a SQLite file. */
import { column, type Fragment, join, literal, name, sql, value } from '../../sql/fragment.ts'
import { SQLITE_NEAR, SQLITE_WORDS, sqliteRowid, sqliteRowidsOf } from '../../sql/search/sqlite-index.ts'
import type { SearchStore } from './search-store.ts'

const WORDS = name(SQLITE_WORDS)
const NEAR = name(SQLITE_NEAR)
const PENDING = name('sqlitepopulus_search_pending')
const SOURCES = name('sqlitepopulus_search_sources')
const UNBUILT = name('sqlitepopulus_search_unbuilt')
const TRIGGER = 'sqlitepopulus_search'
const EVENTS = ['insert', 'update', 'delete'] as const

const list = (values: readonly unknown[]): Fragment =>
  sql`(select value from json_each(${value(JSON.stringify(values))}))`
const member = (index: number): Fragment => sql`json_extract(value, ${literal(`$[${index}]`)})`

export const sqliteStore: SearchStore = Object.freeze<SearchStore>({
  exists: sql`
    select 1 from main.sqlite_master
    where type = 'table' and name in ('sqlitepopulus_search_sources', 'sqlitepopulus_search_unbuilt')`,
  create: [
    sql`create table if not exists ${SOURCES} (id integer not null primary key, name text not null unique, definition text not null)`,
    sql`create table if not exists ${PENDING} (source integer not null, row_id integer not null)`,
    sql`create table if not exists ${UNBUILT} (source integer not null primary key, last_row integer not null)`,
    sql`create table if not exists ${NEAR} (part text not null, token text not null, primary key (part, token)) without rowid`,
    sql`create virtual table if not exists ${WORDS} using fts5(words, content='', contentless_delete=1, tokenize='ascii')`,
  ],
  drop: [WORDS, NEAR, PENDING, UNBUILT, SOURCES].map(each => sql`drop table ${each}`),
  sources: sql`select id, name, definition from ${SOURCES}`,
  saveSource: (source, definition) => sql`
    insert into ${SOURCES} (name, definition) values (${value(source)}, ${value(definition)})
    on conflict (name) do update set definition = excluded.definition returning id`,
  removeSource: id => sql`delete from ${SOURCES} where id = ${value(id)}`,
  followed: sql`
    select tbl_name from main.sqlite_master where type = 'trigger' and name like 'sqlitepopulus\\_search\\_%' escape '\\'
    group by tbl_name having count(*) = ${literal(EVENTS.length)}`,
  follow: (table, source, columns) =>
    EVENTS.map(event => {
      const id = column(event === 'delete' ? 'old' : 'new', 'id')
      const of = event === 'update' ? sql` of ${join(columns.map(name))}` : sql``
      const mark = sql`insert into ${PENDING} (source, row_id) values (${literal(source)}, ${id})`
      const event_ = { insert: sql`insert`, update: sql`update`, delete: sql`delete` }[event]
      return sql`create trigger ${trigger(table, event)} after ${event_}${of} on ${name(table)} begin ${mark}; end`
    }),
  unfollow: table => EVENTS.map(event => sql`drop trigger if exists ${trigger(table, event)}`),
  saveUnbuilt: (source, last) =>
    sql`insert or replace into ${UNBUILT} (source, last_row) values (${literal(source)}, ${value(last)})`,
  removeUnbuilt: source => sql`delete from ${UNBUILT} where source = ${literal(source)}`,
  unbuilt,
  takeUnbuilt: sources => sql`${unbuilt(sources)} limit 1`,
  marked: (sources, most) => sql`
    select count(*) from (select 1 from ${PENDING} where source in ${list(sources)} limit ${literal(most)})`,
  takeMarks: (sources, most) => sql`
    delete from ${PENDING} where rowid in (
      select rowid from ${PENDING} where source in ${list(sources)} order by rowid desc limit ${literal(most)}
    ) returning source, row_id`,
  rows: (table, columns, ids) => sql`
    ${textOf(table, columns)} where ${name('id')} in ${list(ids)} order by ${name('id')}`,
  rowsAfter: (table, columns, last, most) => sql`
    ${textOf(table, columns)} where ${name('id')} > ${value(last)} order by ${name('id')} limit ${literal(most)}`,
  lastRow: table => sql`select max(${name('id')}) from ${name(table)}`,
  add: (source, rows) => {
    const words = rows.map(([id, { tokens, prominent }]) => [id, [...tokens, ...prominent].join(' ')])
    const rowid = sqliteRowid(literal(source), member(0))
    return sql`insert into ${WORDS} (rowid, words) select ${rowid}, ${member(1)} from json_each(${value(JSON.stringify(words))})`
  },
  remove: (source, ids) => sql`
    delete from ${WORDS} where rowid in (
      select ${sqliteRowid(literal(source), sql`value`)} from json_each(${value(JSON.stringify(ids))}))`,
  removeAll: source => sql`delete from ${WORDS} where rowid in (${sqliteRowidsOf(source, WORDS)})`,
  knownNear: tokens => sql`select part from ${NEAR} where part in ${list(tokens)} and token = part`,
  addNear: entries => sql`
    insert or ignore into ${NEAR} (part, token) select ${member(0)}, ${member(1)} from json_each(${value(JSON.stringify(entries))})`,
  removeNear: sql`delete from ${NEAR}`,
  tidy: [sql`insert into ${WORDS} (${WORDS}) values ('optimize')`],
})

function unbuilt(sources: readonly number[]): Fragment {
  return sql`select source, last_row from ${UNBUILT} where source in ${list(sources)} order by source`
}

function textOf(table: string, columns: readonly string[]): Fragment {
  return sql`
    select ${join([name('id'), ...columns.map(each => sql`cast(${name(each)} as text)`)])} from ${name(table)}`
}

function trigger(table: string, event: string): Fragment {
  return name(`${TRIGGER}_${event}_${table}`)
}
