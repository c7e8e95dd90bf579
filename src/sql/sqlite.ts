/** What is particular to SQLite: its types, its JSON list of ids, the forms its driver returns, its LIKE. */
import { isoText } from '../util/iso-text.ts'
import { byNumber, column, compile, oneId, parentIds, sql, value } from './fragment.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sqlitePacking } from './sqlite-packing.ts'
import { bindIds, finite, moment, writeJson, writeText } from './values.ts'

export const sqliteDialect: SqlDialect = Object.freeze<SqlDialect>({
  name: 'sqlite',
  strictTypes: false,
  ownSchema: 'populus',
  columnTypes: {
    id: 'integer not null primary key autoincrement',
    reference: 'integer',
    varchar: 'varchar(255)',
    text: 'text',
    json: 'json',
    integer: 'integer',
    bigint: 'bigint',
    double: 'float',
    decimal: 'float',
    boolean: 'boolean',
    date: 'date',
    time: 'time',
    datetime: 'datetime',
  },
  compile: (fragment, unpack) => compile(fragment, 'sqlite', unpack),
  bind: (statement, ids = []) => bindIds(statement, ids, list => `[${list.join(',')}]`),
  inParents: expression =>
    byNumber(sql`${expression} = ${oneId()}`, sql`${expression} in (select value from json_each(${parentIds()}))`),
  page: (limit, offset) => sql` limit ${value(limit)} offset ${value(offset)}`,
  // It goes through the first table and looks up the second, so that the order stays.
  joinInOrder: (first, second) => sql`${first} cross join ${second}`,
  unindexed: expression => sql`+${expression}`,
  // A 64-bit integer does not fit a JavaScript number; as text it stays exact (ruling 8).
  read: (type, expression) => (type === 'biginteger' ? sql`cast(${expression} as text)` : expression),
  writers: {
    string: value => writeText(typeof value === 'string' ? value : String(value)),
    number: value => (typeof value === 'number' ? finite(value) : finite(Number(value))),
    digits: value => `"${String(value)}"`,
    boolean: value => (value === 1 || value === true ? 'true' : value === 0 || value === false ? 'false' : 'null'),
    json: writeJson,
    date: value => JSON.stringify(value),
    time: value => JSON.stringify(value),
    datetime: value => writeMoment(value, milliseconds => `"${isoText(milliseconds)}"`),
    epoch: value => writeMoment(value, milliseconds => `"${milliseconds}"`),
  },
  packing: sqlitePacking,
  encode: (_type, value) => {
    if (value instanceof Date) return value.getTime()
    if (typeof value === 'boolean') return value ? 1 : 0
    return value as string | number | null
  },
  // The text that SQLite made of a real number when Strapi v4 was current; newer releases write more digits.
  text: (type, expression) =>
    type === 'float' || type === 'decimal'
      ? sql`iif(${expression} is null, null, printf('%!.15g', ${expression}))`
      : expression,
  like: (expression, pattern) => sql`${expression} like ${pattern}`,
  likeIgnoringCase: (expression, pattern) => sql`lower(${expression}) like lower(${pattern})`,
  search: (expression, pattern) => sql`${expression} like ${pattern} escape '\\'`,
  // The plus keeps the planner from looking the key up by an index: for that it writes the query once for each side of
  // the `or`, twice as often with every level.
  inFoundWithinOr: (key, found) => sql`+${key} in (${found})`,
  lock: () => null,
  rowLock: sql``,
  rowOrder: alias => column(alias, 'rowid'),
  statementTimeouts: false,
})

/** Date-times are milliseconds; older databases may hold text. What is no date reads as null. */
function writeMoment(value: unknown, write: (milliseconds: number) => string): string {
  return moment(typeof value === 'number' ? Math.trunc(value) : new Date(String(value)).getTime(), write)
}
