/**
 * The feed in the file of the content: two files are not committed together in the mode with a write-ahead log. Strapi drops
 * tables that it does not know, but does not look at those whose names begin with `sqlite`. SQLite itself reserves only
 * `sqlite_`. Writers take turns, so the numbers of rows are the order of commits.
 */
import { changing, join, literal, name, sql, table, value } from '../sql/fragment.ts'
import { COLUMNS, rowOf, searchChanges } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'

const CHANGES = 'sqlitepopulus_changes'
const HORIZON = 'sqlitepopulus_change_horizon'

/** The last row is never deleted, so that no number is given twice. `autoincrement` would write one page more each time. */
const LAST = sql`(select coalesce(max(id), 0) from ${table(CHANGES)})`
const DROPPED = sql`(select dropped from ${table(HORIZON)} where id = 1)`

export const sqliteChanges: ChangeStore = Object.freeze<ChangeStore>({
  table: CHANGES,
  exists: sql`select 1 from main.sqlite_master where type = 'table' and name = ${literal(HORIZON)}`,
  create: log => [
    sql`create table if not exists ${name(CHANGES)} (
      id integer primary key, uid text not null, entry_id integer not null, locale text,
      action text not null, author_kind text, author_id integer, changed_at integer not null
    )`,
    sql`create table if not exists ${name(HORIZON)} (
      id integer not null primary key, log text not null, dropped integer not null
    )`,
    sql`insert into ${name(HORIZON)} (id, log, dropped) values (1, ${value(log)}, 0)`,
  ],
  insert: changes => {
    const [first, ...rest] = changes.map(rowOf)
    const member = (index: number) => sql`json_extract(value, ${literal(`$[${index}]`)})`
    const rows =
      rest.length === 0
        ? sql`values (${join(first!.map(value))})`
        : sql`select ${join(first!.map((_, index) => member(index)))}
            from json_each(${value(JSON.stringify([first, ...rest]))}) order by key`
    const inserted = sql`insert into ${table(CHANGES)} (${COLUMNS}) ${rows}`
    return changing(inserted, { table: CHANGES, kind: 'insert', columns: [], keys: {} })
  },
  unnumbered: null,
  number: async () => undefined,
  horizon: sql`select log, ${LAST}, dropped from ${table(HORIZON)} where id = 1`,
  page: (after, most) => sql`
    select id, ${COLUMNS} from ${table(CHANGES)} where id > ${value(after)} order by id limit ${value(most)}`,
  search: filter => searchChanges(table(CHANGES), filter),
  oldest: most => sql`
    select max(id), max(changed_at) from (select id, changed_at from ${table(CHANGES)} where id > ${DROPPED} order by id limit ${value(most)})
    having count(*) > 0`,
  drop: upTo => [
    sql`update ${table(HORIZON)} set dropped = max(dropped, ${value(upTo)}) where id = 1`,
    sql`delete from ${table(CHANGES)} where id <= ${value(upTo)} and id < ${LAST}`,
  ],
})
