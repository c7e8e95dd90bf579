/** What is specific to PostgreSQL: its types, its array of ids, its LIKE. */
import { OWN_SCHEMA } from '../schema/own-table-names.ts'
import { validMoment } from '../util/time/moments.ts'
import { zoneClock } from '../util/time/zone-clock.ts'
import { postgresAggregates } from './aggregate/postgres-aggregates.ts'
import { byNumber, column, compile, type Fragment, literal, oneId, parentIds, sql, value } from './fragment.ts'
import { postgresPlaceKey } from './places/place-keys.ts'
import type { RowFormat } from './row-format.ts'
import { postgresIndex } from './search/postgres-index.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { bindIds } from './statement.ts'

/**
 * `rows` is the form in which rows are sent (`wire/postgres-wire.ts`), `timezone` is that of the stored date-times, `schema`
 * holds the content.
 */
export function postgresDialect(rows: RowFormat, timezone = 'UTC', schema = 'public'): SqlDialect {
  const clock = zoneClock(timezone)
  return Object.freeze<SqlDialect>({
    name: 'postgres',
    strictTypes: true,
    ownSchema: OWN_SCHEMA,
    columnTypes: {
      id: 'bigserial primary key',
      reference: 'bigint',
      varchar: 'varchar(255)',
      text: 'text',
      json: 'jsonb',
      integer: 'integer',
      bigint: 'bigint',
      double: 'double precision',
      decimal: 'decimal(10, 2)',
      boolean: 'boolean',
      date: 'date',
      time: 'time',
      datetime: 'timestamp(6)',
    },
    compile: (fragment, unpack) => compile(fragment, 'postgres', unpack),
    bind: (statement, ids = [], bindings = {}) => bindIds(statement, ids, list => `{${list.join(',')}}`, bindings),
    // The inner selects hide the values from the planner, which would otherwise make a new plan for each of them.
    inParents: expression =>
      byNumber(
        sql`${expression} = ${oneId()}`,
        sql`${expression} = any((select ${parentIds()}::text::int8[])::int8[])`,
      ),
    // The planner should know the limit, which rarely varies.
    page: (limit, offset) =>
      sql` limit ${literal(limit)} offset (select ${typeof offset === 'number' ? value(offset) : offset}::int8)`,
    joinInOrder: (first, second, order) => sql`${first} join ${second} order by ${order}`,
    joinsInBracketsByRow: true,
    unindexed: expression => expression,
    // The driver makes numbers of 64-bit integers, because ids are such; as text it stays exact.
    read: (type, expression) => (type === 'biginteger' ? sql`cast(${expression} as text)` : expression),
    rows,
    moment: stored => validMoment(clock.toEpoch(Date.parse(`${String(stored).replace(' ', 'T')}Z`))),
    encode: (_type, value) => {
      if (value instanceof Date) return new Date(clock.fromEpoch(value.getTime())).toISOString().slice(0, -1)
      if (typeof value === 'number') return String(value)
      return value as string | boolean | null
    },
    digits: (type, expression) => (type === 'boolean' ? sql`(${expression})::int` : expression),
    hexText: textAsHex,
    // In Turkish, the small form of I has no dot.
    lowerHexText: expression =>
      sql`case when lower('I') = 'i' then ${textAsHex(sql`lower(cast(${expression} as text))`)} else 'y' end`,
    lowersAsciiOnly: false,
    text: (_type, expression, isOwn) => (isOwn ? sql`(${expression} collate "default")` : expression),
    like: (expression, pattern) => sql`${expression} like ${pattern}`,
    likeIgnoringCase: (expression, pattern) => sql`lower(cast(${expression} as text)) like lower(${pattern})`,
    // The index knows `like` and `ilike`, which compares as lower case does.
    mayContain: (_indexes, { column: compared, kind, pattern }) =>
      kind === 'likeIgnoringCase' ? sql`${compared} ilike ${pattern(text => text)}` : null,
    search: (expression, pattern) => sql`${expression}::text ilike ${pattern} escape '\\'`,
    inFoundWithinOr: (key, found) => sql`${key} in (${found})`,
    aggregates: postgresAggregates(timezone),
    now: sql`(extract(epoch from statement_timestamp()) * 1000)::int8`,
    lock: (things, mode) => {
      const take = mode === 'alone' ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`
      const keys = sql`select distinct hashtextextended(thing, 0) as key from unnest(${value(arrayText(things.map(sendable)))}::text::text[]) as thing`
      return sql`select ${take}(key) from (${keys} order by key) as keys`
    },
    // Other rows may still refer to this row, because its id does not change.
    rowLock: sql` for no key update`,
    rowOrder: alias => column(alias, 'ctid'),
    nullsFirst: false,
    placeText: textAsHex,
    placeKey: postgresPlaceKey,
    statementTimeouts: true,
    searchIndex: postgresIndex(schema),
  })
}

/** A request may have named it, and no text has this character here. */
const sendable = (thing: string): string => thing.replaceAll('\0', ' ')

function textAsHex(expression: Fragment): Fragment {
  return sql`('x' || encode(convert_to((${expression})::text, 'UTF8'), 'hex'))`
}

function arrayText(texts: readonly string[]): string {
  return `{${texts.map(text => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
