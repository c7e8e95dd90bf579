/** What is particular to PostgreSQL: its types, its array of ids, the texts its driver returns, its LIKE. */
import { isoText } from '../util/iso-text.ts'
import { isUtc, zoneClock } from '../util/zone-clock.ts'
import { byNumber, column, compile, literal, oneId, parentIds, sql, value } from './fragment.ts'
import { postgresPacking } from './postgres-packing.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { bindIds, finite, moment, writeJson, writeText } from './values.ts'

/** `timezone` is the one in which the stored date-times are to be understood. */
export function postgresDialect(timezone = 'UTC'): SqlDialect {
  const clock = zoneClock(timezone)
  const epoch = (value: unknown) => clock.toEpoch(Date.parse(`${String(value).replace(' ', 'T')}Z`))
  return Object.freeze<SqlDialect>({
    name: 'postgres',
    strictTypes: true,
    ownSchema: 'populus',
    columnTypes: {
      id: 'serial primary key',
      reference: 'integer',
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
    bind: (statement, ids = []) => bindIds(statement, ids, list => `{${list.join(',')}}`),
    // The inner selects keep the planner from looking at the values, by which it would make a new plan for each of them.
    inParents: expression =>
      byNumber(
        sql`${expression} = ${oneId()}`,
        sql`${expression} = any((select ${parentIds()}::text::int4[])::int4[])`,
      ),
    // How many rows there will be is worth knowing, and hardly ever another number.
    page: (limit, offset) => sql` limit ${literal(limit)} offset (select ${value(offset)}::int8)`,
    joinInOrder: (first, second, order) => sql`${first} join ${second} order by ${order}`,
    unindexed: expression => expression,
    read: (_type, expression) => expression,
    writers: {
      string: value => (typeof value === 'string' ? writeText(value) : JSON.stringify(value)),
      number: value => finite(Number(value)),
      digits: value => `"${String(value)}"`,
      boolean: value => (value === true ? 'true' : 'false'),
      json: writeJson,
      date: value => JSON.stringify(value),
      time: value => JSON.stringify(value),
      datetime: value => moment(epoch(value), milliseconds => `"${isoText(milliseconds)}"`),
      epoch: value => moment(epoch(value), milliseconds => `"${milliseconds}"`),
    },
    packing: postgresPacking(isUtc(timezone) ? null : clock),
    encode: (_type, value) => {
      if (value instanceof Date) return isoText(clock.fromEpoch(value.getTime())).slice(0, -1)
      if (typeof value === 'number') return String(value)
      return value as string | boolean | null
    },
    text: (_type, expression) => expression,
    like: (expression, pattern) => sql`${expression} like ${pattern}`,
    likeIgnoringCase: (expression, pattern) => sql`lower(cast(${expression} as text)) like lower(${pattern})`,
    search: (expression, pattern) => sql`${expression}::text ilike ${pattern} escape '\\'`,
    inFoundWithinOr: (key, found) => sql`${key} in (${found})`,
    lock: thing => sql`select pg_advisory_xact_lock(hashtextextended(${value(thing)}::text, 0))`,
    // Others may still link to the row: its id does not change.
    rowLock: sql` for no key update`,
    rowOrder: alias => column(alias, 'ctid'),
    statementTimeouts: true,
  })
}
