/**
 * The feed in the schema of Populus' own tables. Rows get their numbers before they are committed, in another order than the commits. So
 * readers go by the position, which a change gets after its commit, from the first reader that sees it: there is never a
 * new change below a position that somebody has read. Whoever writes nothing but entries pays nothing for that.
 *
 * The changes of one entry are in the order of their commits, because a writer holds the entry until its commit.
 */

import { changing, join, literal, name, sql, table, value } from '../sql/fragment.ts'
import { schemaSuffix } from '../util/schema-suffix.ts'
import { COLUMNS, rowOf, searchChanges } from './change-rows.ts'
import type { ChangeStore } from './change-store.ts'

const SCHEMA = 'populus'
/** How many changes get their positions at once. */
const TOGETHER = 10_000

const TYPES = ['text', 'bigint', 'text', 'text', 'text', 'bigint', 'bigint'] as const
const DEFINED = {
  text: sql`text`,
  bigint: sql`bigint`,
}

/** One schema `populus` serves all schemas of a database. Names have at most 63 bytes. */
export function postgresChanges(schema: string): ChangeStore {
  const end = schemaSuffix(schema)
  return storeIn(`changes_${end}`, `change_horizon_${end}`)
}

/** Whether a table of the schema `populus` is a part of a feed, or has what is sent to webhooks. Neither is part of a backup. */
export function isFeedTable(name: string): boolean {
  return /^(changes|change_horizon|deliveries)_/.test(name)
}

function storeIn(changes: string, horizon: string): ChangeStore {
  const feed = table(changes, SCHEMA)
  const marks = table(horizon, SCHEMA)
  return Object.freeze<ChangeStore>({
    table: `${SCHEMA}.${changes}`,
    exists: sql`select 1 from pg_catalog.pg_tables where schemaname = ${literal(SCHEMA)} and tablename = ${literal(horizon)}`,
    create: log => [
      sql`create table if not exists ${feed} (
      id bigint generated always as identity primary key, position bigint, uid varchar(255) not null,
      entry_id bigint not null, locale varchar(255), action varchar(20) not null, author_kind varchar(20),
      author_id bigint, changed_at bigint not null
    )`,
      sql`create unique index on ${feed} (position) where position is not null`,
      sql`create index on ${feed} (id) where position is null`,
      sql`create table if not exists ${marks} (
      id integer not null primary key, log varchar(255) not null, last bigint not null, dropped bigint not null
    )`,
      sql`insert into ${marks} (id, log, last, dropped) values (1, ${value(log)}, 0, 0)`,
    ],
    insert: given => {
      const [first, ...rest] = given.map(rowOf)
      const cast = (each: unknown, index: number) => sql`cast(${value(each as string)} as ${DEFINED[TYPES[index]!]})`
      const member = (index: number) => sql`cast(value ->> ${literal(index)} as ${DEFINED[TYPES[index]!]})`
      const rows =
        rest.length === 0
          ? sql`values (${join(first!.map(cast))})`
          : sql`select ${join(first!.map((_, index) => member(index)))}
            from json_array_elements(cast(${value(JSON.stringify([first, ...rest]))} as json)) with ordinality as given (value, place)
            order by place`
      const inserted = sql`insert into ${feed} (${COLUMNS}) ${rows}`
      return changing(inserted, { table: `${SCHEMA}.${changes}`, kind: 'insert', columns: [], keys: {} })
    },
    unnumbered: sql`select 1 from ${feed} where position is null limit 1`,
    number: async run => {
      await run(sql`select last from ${marks} where id = 1 for update`)
      await run(sql`
      with fresh as (
        select id, row_number() over (order by id) as place from ${feed}
        where position is null order by id limit ${literal(TOGETHER)}
      ), numbered as (
        update ${feed} as c set position = h.last + fresh.place
        from fresh, ${marks} as h where c.id = fresh.id and h.id = 1 returning c.position
      )
      update ${marks} set last = greatest(last, (select max(position) from numbered)) where id = 1`)
    },
    horizon: sql`select log, last, dropped from ${marks} where id = 1`,
    page: (after, most) => sql`
    select position, ${COLUMNS} from ${feed} where position > cast(${value(after)} as bigint)
    order by position limit cast(${value(most)} as bigint)`,
    search: filter => searchChanges(feed, filter),
    oldest: most => sql`
    select max(position), max(changed_at) from (
      select position, changed_at from ${feed} where position is not null order by position
      limit cast(${value(most)} as bigint)
    ) as oldest having count(*) > 0`,
    drop: upTo => [
      sql`update ${marks} set dropped = greatest(dropped, cast(${value(upTo)} as bigint)) where id = 1`,
      sql`delete from ${feed} where ${name('position')} <= cast(${value(upTo)} as bigint)`,
    ],
  })
}
