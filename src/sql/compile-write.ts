/** The statements of a write that insert, change and delete rows. */
import type { MarkedColumn, Marks } from '../kept/dependencies/row-marks.ts'
import { valueHash } from '../kept/dependencies/row-tests.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import type { ScalarAttribute } from '../schema/schema.ts'
import { asId, changing, column, type Fragment, join, name, sql, table, tableAs, value } from './fragment.ts'
import type { SqlDialect } from './sql-dialect.ts'
import type { DescribedChange, SqlValue } from './statement.ts'

export type ColumnValues = ReadonlyMap<string, SqlValue>

/** Of which columns of a new row others may learn something: a hash, or the value. */
export interface Described {
  readonly hashed: ReadonlySet<string>
  readonly marked: readonly MarkedColumn[]
}

const NOTHING: Described = { hashed: new Set(), marked: [] }

/** Returns the id of the new row first. */
export function insertRow(into: string, values: ColumnValues, { hashed, marked } = NOTHING): Fragment {
  const rows = values.size === 0 ? sql`insert into ${table(into)} default values` : insertion(into, values)
  // An id that was chosen may be one that old links still name.
  if (values.has('id')) return sql`${rows} returning ${name('id')}`
  const inserted = sql`${rows} returning ${join(['id', ...marked.map(({ column }) => column)].map(name))}`
  const known = { hashes: hashesOf(values, hashed), returned: ['id'], moves: { before: null, marked } }
  return changing(inserted, { table: into, kind: 'insert', columns: [], keys: {}, ...known })
}

function hashesOf(values: ColumnValues, described: ReadonlySet<string>): NonNullable<DescribedChange['hashes']> {
  const found: Record<string, number | null> = {}
  for (const [column, value] of values)
    if (described.has(column) && (value === null || typeof value !== 'object'))
      found[column] = value === null ? null : valueHash(value)
  return found
}

function insertion(into: string, values: ColumnValues): Fragment {
  const columns = join([...values.keys()].map(name))
  const bound = join([...values.values()].map(value))
  return sql`insert into ${table(into)} (${columns}) values (${bound})`
}

/** A new row with the values that another one has in these columns. Returns its id. */
export function insertCopy(into: string, columns: readonly string[], from: number): Fragment {
  const copied = join(columns.map(name))
  const rows =
    columns.length === 0
      ? sql`insert into ${table(into)} default values`
      : sql`insert into ${table(into)} (${copied}) ${valuesOf(into, columns, from)}`
  const inserted = sql`${rows} returning ${name('id')}`
  return changing(inserted, { table: into, kind: 'insert', columns: [], keys: {}, returned: ['id'] })
}

/** Gives a row the values that another one has in these columns. */
export function updateCopy(of: string, columns: readonly string[], row: { from: number; to: number }): Fragment {
  const copied = sql`(${join(columns.map(name))}) = (${valuesOf(of, columns, row.from)})`
  const updated = sql`update ${table(of)} set ${copied} where ${name('id')} = ${asId(value(row.to))}`
  return changing(updated, { table: of, kind: 'update', columns, keys: { id: [row.to] } })
}

function valuesOf(from: string, columns: readonly string[], id: number): Fragment {
  return sql`select ${join(columns.map(name))} from ${table(from)} where ${name('id')} = ${asId(value(id))}`
}

/** `moves`: what is told of the row, if that is more than its id. */
export function updateRow(of: string, values: ColumnValues, id: number, moves?: DescribedChange['moves']): Fragment {
  const updated = sql`update ${table(of)} set ${assignments(values)} where ${name('id')} = ${asId(value(id))}`
  const described = updateOf(of, values, { id: [id] })
  if (moves === undefined) return changing(updated, described)
  const marked = join(moves.marked.map(({ column }) => name(column)))
  return changing(sql`${updated} returning ${marked}`, { ...described, moves })
}

/** `before`: what is told of the row. */
export function deleteRow(from: string, id: number, before: Marks | undefined): Fragment {
  const deleted = sql`delete from ${table(from)} where ${name('id')} = ${asId(value(id))}`
  const change = { table: from, kind: 'delete', columns: [], keys: { id: [id] } } as const
  return changing(deleted, before === undefined ? change : { ...change, moved: [[before, null]] })
}

/** Changes the rows whose columns all have the given values. */
export function updateWhere(of: string, values: ColumnValues, where: ColumnValues): Fragment {
  const updated = sql`update ${table(of)} set ${assignments(values)} where ${matches(where)}`
  return changing(updated, updateOf(of, values, idsIn(where)))
}

export function deleteWhere(from: string, where: ColumnValues): Fragment {
  const deleted = sql`delete from ${table(from)} where ${matches(where)}`
  return changing(deleted, { table: from, kind: 'delete', columns: [], keys: idsIn(where) })
}

export function selectWhere(columns: readonly string[], from: string, where: ColumnValues): Fragment {
  return sql`select ${join(columns.map(name))} from ${table(from)} where ${matches(where)}`
}

/** The ids among these that exist in the table. */
export function selectExisting(from: string, ids: readonly number[]): Fragment {
  return sql`select ${name('id')} from ${table(from)} where ${isIn(name('id'), ids)}`
}

/** Rows `[id, locale]`. */
export function selectLocales(from: string, localeColumn: string, ids: readonly number[]): Fragment {
  return sql`select ${name('id')}, ${name(localeColumn)} from ${table(from)} where ${isIn(name('id'), ids)}`
}

/** The ids among these that exist in the table and pass a condition. */
export function selectPassing(from: string, ids: readonly number[], condition: (alias: string) => Fragment): Fragment {
  const id = column(TESTED, 'id')
  const rows = tableAs(from, TESTED)
  return sql`select ${id} from ${rows} where ${isIn(id, ids)} and ${condition(TESTED)}`
}

const TESTED = 't'

/** Rows `[id, name, mime]` of files. */
export function selectFileTypes(from: string, ids: readonly number[]): Fragment {
  return sql`select ${join(['id', 'name', 'mime'].map(name))} from ${table(from)} where ${isIn(name('id'), ids)}`
}

/** A value that only the rows of `except` may have. */
export interface TakenValue {
  readonly table: string
  /** `null`: nobody has it. */
  readonly column: string | null
  readonly value: SqlValue
  readonly except: readonly number[]
}

/** Finds another row that has the value. */
export function selectTaken({ table: from, column: of, value: given, except }: TakenValue): Fragment {
  const other = except.length === 0 ? sql`` : sql` and not (${isIn(name('id'), except)})`
  return sql`select ${name('id')} from ${table(from)} where ${name(of!)} = ${value(given)}${other} limit 1`
}

/** Rows `[place]`: the places in the list of the values that another row has. */
export function selectAllTaken(values: readonly TakenValue[]): Fragment {
  const each = values.map(
    (taken, place) => sql`select cast(${value(place)} as integer) where exists (${selectTaken(taken)})`,
  )
  return join(each, ' union all ')
}

/** The values of an attribute that begin with a text. It has a column. */
export function selectLike(
  dialect: SqlDialect,
  from: string,
  { type, column: stored, comparedByDatabase }: ScalarAttribute,
  start: string,
): Fragment {
  const column = name(stored!)
  const text = dialect.text(type, column, comparedByDatabase === true)
  const pattern = `${start.replace(/[\\%_]/g, '\\$&')}%`
  return sql`select ${column} from ${table(from)} where ${text} like ${value(pattern)} escape '\\'`
}

/** `keys` are those of the rows before the update. A column that gets a new value has that value, too, afterwards. */
function updateOf(of: string, values: ColumnValues, keys: DescribedChange['keys']): DescribedChange {
  const after = idsIn(values)
  const both = Object.entries(keys).flatMap(([column, ids]): [string, readonly number[]][] => {
    if (!values.has(column)) return [[column, ids]]
    return after[column] === undefined ? [] : [[column, [...ids, ...after[column]]]]
  })
  return { table: of, kind: 'update', columns: [...values.keys()], keys: Object.fromEntries(both) }
}

/** The columns that hold whole numbers, most of which are ids. */
function idsIn(values: ColumnValues): DescribedChange['keys'] {
  const ids = [...values].filter(([, stored]) => Number.isSafeInteger(stored))
  return Object.fromEntries(ids.map(([column, id]) => [column, [id as number]]))
}

function matches(where: ColumnValues): Fragment {
  return join(
    [...where].map(([key, wanted]) => sql`${name(key)} = ${value(wanted)}`),
    ' and ',
  )
}

function assignments(values: ColumnValues): Fragment {
  return join([...values].map(([key, next]) => sql`${name(key)} = ${value(next)}`))
}

/** True if the expression is one of the ids. */
export function isIn(expression: Fragment, ids: readonly number[]): Fragment {
  return ids.length === 0 ? sql`1 = 0` : sql`${expression} in (${join(ids.map(id => asId(value(id))))})`
}

/** The ids of the rows that exist, all of them locked until the transaction ends. */
export function selectForChangeOf(from: string, ids: readonly number[], rowLock: Fragment): Fragment {
  return sql`select ${name('id')} from ${table(from)} where ${isIn(name('id'), ids)} order by ${name('id')}${rowLock}`
}

/** One row with the given columns (null for those that do not exist), locked until the transaction ends. */
export function selectForChange(
  from: string,
  columns: readonly (string | null)[],
  id: number,
  rowLock: Fragment,
): Fragment {
  const selected = columns.map(stored => (stored === null ? sql`null` : name(stored)))
  return sql`select ${join(selected)} from ${table(from)} where ${name('id')} = ${asId(value(id))}${rowLock}`
}

/** The values of some attributes of one row, in the form that `RowFormat.toJson` expects. */
export function selectScalars(
  from: string,
  scalars: readonly ScalarAttribute[],
  id: number,
  dialect: SqlDialect,
): Fragment {
  const selected = scalars.map(({ type, column: stored }) =>
    stored === null ? sql`null` : dialect.rows.select(ATTRIBUTE_TYPES[type].output, name(stored)),
  )
  return sql`select ${join(selected)} from ${table(from)} where ${name('id')} = ${asId(value(id))}`
}

/** The smallest id of the rows whose columns all have the given values. */
export function selectFirst(from: string, where: ColumnValues): Fragment {
  const conditions = where.size === 0 ? sql`` : sql` where ${matches(where)}`
  return sql`select ${name('id')} from ${table(from)}${conditions} order by ${name('id')} limit 1`
}
