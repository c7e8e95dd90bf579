/** What is specific to SQLite: its types, its JSON list of ids, its LIKE. */

import { OWN_SCHEMA } from '../schema/own-table-names.ts'
import { validMoment } from '../util/time/moments.ts'
import { sqliteAggregates } from './aggregate/sqlite-aggregates.ts'
import { sqlitePartsMatch } from './contains/parts-match.ts'
import {
  byNumber,
  column,
  compile,
  type Fragment,
  join,
  literal,
  name,
  oneId,
  parentIds,
  sql,
  value,
} from './fragment.ts'
import { sqlitePlaceKey } from './places/place-keys.ts'
import type { RowFormat } from './row-format.ts'
import { sqliteIndex } from './search/sqlite-index.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { bindIds } from './statement.ts'

/** `rows` is the form in which rows are sent (`wire/sqlite-wire.ts`). */
export function sqliteDialect(rows: RowFormat): SqlDialect {
  return Object.freeze<SqlDialect>({
    name: 'sqlite',
    strictTypes: false,
    ownSchema: OWN_SCHEMA,
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
    bind: (statement, ids = [], bindings = {}) => bindIds(statement, ids, list => `[${list.join(',')}]`, bindings),
    inParents: expression =>
      byNumber(sql`${expression} = ${oneId()}`, sql`${expression} in (select value from json_each(${parentIds()}))`),
    // The planner looks at the value of a bound limit, so SQLite would prepare the statement again with every execution.
    page: (limit, offset) =>
      sql` limit ${literal(limit)} offset ${typeof offset === 'number' ? value(offset) : offset}`,
    // A cross join scans the first table and looks up the second, so the order stays.
    joinInOrder: (first, second) => sql`${first} cross join ${second}`,
    joinsInBracketsByRow: false,
    unindexed: expression => sql`+${expression}`,
    // A 64-bit integer does not fit into a JavaScript number; as text it stays exact.
    read: (type, expression) => (type === 'biginteger' ? sql`cast(${expression} as text)` : expression),
    rows,
    // Older databases may contain text.
    moment: stored => validMoment(typeof stored === 'number' ? Math.trunc(stored) : Date.parse(String(stored))),
    encode: (_type, value) => {
      if (value instanceof Date) return value.getTime()
      if (typeof value === 'boolean') return value ? 1 : 0
      return value as string | number | null
    },
    digits: (_type, expression) =>
      sql`iif(typeof(${expression}) = 'integer' or ${expression} is null, ${expression}, 'x')`,
    hexText: expression => textAsHex(expression),
    lowerHexText: expression => textAsHex(expression, sql`lower(${expression})`),
    lowersAsciiOnly: true,
    // The text that SQLite made of a real number at the time of Strapi v4; newer releases write more digits.
    text: (type, expression) =>
      type === 'float' || type === 'decimal'
        ? sql`iif(${expression} is null, null, printf('%!.15g', ${expression}))`
        : expression,
    like: (expression, pattern) => sql`${expression} like ${pattern}`,
    likeIgnoringCase: (expression, pattern) => sql`lower(${expression}) like lower(${pattern})`,
    search: (expression, pattern) => sql`${expression} like ${pattern} escape '\\'`,
    mayContain: (indexes, { id, kind, pattern }) => {
      const match = pattern(text => sqlitePartsMatch(text, kind === 'search'))
      const found = indexes.map(index => sql`select rowid from ${name(index)} where ${name(index)} match ${match}`)
      return sql`${id} in (${join(found, ' union all ')})`
    },
    // The plus keeps the planner from looking up the key in an index. For that it would repeat the query for each side of
    // the `or`, twice as often with every level.
    inFoundWithinOr: (key, found) => sql`+${key} in (${found})`,
    aggregates: sqliteAggregates,
    now: sql`cast(round((julianday('now') - 2440587.5) * 86400000) as integer)`,
    lock: () => null,
    rowLock: sql``,
    rowOrder: alias => column(alias, 'rowid'),
    nullsFirst: true,
    // A quoted text would end at its first NUL.
    placeText: key =>
      sql`case typeof(${key}) when 'null' then null when 'text' then 'x27' || hex(replace(${key}, '''', '''''')) || '27' else 'x' || hex(quote(${key})) end`,
    placeKey: (_type, text, bind) => sqlitePlaceKey(text, bind),
    statementTimeouts: false,
    searchIndex: sqliteIndex,
  })
}

function textAsHex(expression: Fragment, shown = expression): Fragment {
  return sql`iif(typeof(${expression}) = 'text', 'x' || hex(${shown}), iif(${expression} is null, null, 'y'))`
}
