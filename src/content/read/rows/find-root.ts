/** The root rows of an answer: the entry that a request names, or a page of a list. */
import type { KnownPlace } from '../../../kept/list-facts.ts'
import { OFFSET_SLOT, placeValues } from '../../../plan/read/list-shape.ts'
import { EXACT_TOTAL, rowsShown, showsPlaces } from '../../../plan/read/read-plan.ts'
import { rangeOf } from '../../../sql/entries/compile-root-rows.ts'
import type { ListFactProgram, ReadProgram } from '../../../sql/read-program.ts'
import type { SqlDialect } from '../../../sql/sql-dialect.ts'
import type { Bindings, BoundStatement, PackedRow } from '../../../sql/statement.ts'
import type { ReadSteps } from '../../../storage/database.ts'
import type { LoadedRows } from '../../../wire/loaded-rows.ts'
import type { KnownList } from './known-list.ts'

export interface RootOptions {
  /** The ids that the request names. */
  readonly entryIds?: readonly number[]
  /** What is known about the whole list; without it, its entries are counted. */
  readonly known?: KnownList | undefined
  /** What its total was once, if it need not be exact. */
  readonly guess?: number | undefined
  /** A place before the page from which it can be read. */
  readonly from?: KnownPlace | undefined
  /** The time, for programs that depend on it; about their lists, nothing is known. */
  readonly now?: Date | undefined
}

/** The part of a row that its children need. */
export type Keyed = Pick<PackedRow, 'keys'>

export type RootRows = Omit<LoadedRows, 'groups'>

/** The statements for the root rows, which have not run yet. */
export interface RootTask {
  /** The entries, as far as they are known beforehand. */
  readonly named: readonly Keyed[]
  readonly statements: readonly BoundStatement<PackedRow>[]
  readonly receive: (answers: readonly (readonly PackedRow[])[]) => RootRows
}

const NOBODY: readonly Keyed[] = []

/** `null` if the table does not exist. */
export function* findRoot(
  program: ReadProgram,
  dialect: SqlDialect,
  { entryIds = [], known, guess, from, now }: RootOptions,
): ReadSteps<RootTask | null, PackedRow> {
  const { list, shown, values } = program
  if (list === null) return namedRows(shown, dialect, { ids: entryIds, now })
  if (list.rows === null) return null
  const bound = { now, values }
  if (known !== undefined && list.order !== null && known.total <= MOST_IDS)
    return rowsByIds(program, dialect, known.ids ?? (yield* readIds(list.order, dialect, bound)))
  if (known !== undefined) return rowsOfPage(program, dialect, { total: known.total, from })
  // Rows after a place do not tell how many there are before it.
  const isNear = from !== undefined && list.totalKey === null
  const root = isNear ? rowsAfter(program, dialect, from) : dialect.bind(list.rows, [], bound)
  if (list.count === null)
    return {
      named: NOBODY,
      statements: [root],
      receive: ([found]) => pageNextTo(program, { rows: found!, total: null }),
    }
  return yield* rowsWithTotal(program, root, { count: dialect.bind(list.count.statement, [], bound), guess })
}

interface Named {
  readonly ids: readonly number[]
  readonly now: Date | undefined
}

function namedRows({ rows }: ReadProgram['shown'], dialect: SqlDialect, { ids, now }: Named): RootTask | null {
  if (rows === null) return null
  const named = ids.map(id => ({ keys: [id] }))
  return {
    named,
    statements: [dialect.bind(rows, ids, { now })],
    receive: ([found]) => ({ rows: found!, total: null }),
  }
}

/** Most lists tell their total: the page is not full, or every row has it. Others are counted with what follows the rows. */
function* rowsWithTotal(
  program: ReadProgram,
  root: BoundStatement<PackedRow>,
  { count, guess }: { readonly count: BoundStatement<PackedRow>; readonly guess: number | undefined },
): ReadSteps<RootTask, PackedRow> {
  const [rows = []] = yield [root]
  const total = totalOf(program, rows)
  const page = pageNextTo(program, { rows, total })
  if (total !== null) return { named: page.rows, statements: [], receive: () => page }
  return {
    named: page.rows,
    statements: [count],
    receive: ([later]) => ({ ...page, ...totalFrom(program, Number(later![0]!.keys[0]), guess) }),
  }
}

/** Of a long list whose total need not be exact, only a part was counted. */
function totalFrom(
  { page }: ReadProgram,
  counted: number,
  guess: number | undefined,
): Pick<RootRows, 'total' | 'isEstimate'> {
  if (page!.estimates !== true || counted <= EXACT_TOTAL) return { total: counted }
  return { total: Math.max(counted, guess ?? 0), isEstimate: true }
}

/** `null` if the rows do not tell. */
function totalOf({ list, page }: ReadProgram, rows: readonly PackedRow[]): number | null {
  const [first] = rows
  if (first !== undefined && list!.totalKey !== null) return Number(first.keys[list!.totalKey])
  if (page!.kind === 'cursor') return null
  const [limit, start] = rangeOf(page!)
  return rows.length < limit && (first !== undefined || start === 0) ? start + rows.length : null
}

/**
 * Lists that must be read as a whole are kept as ids, up to so many of them. They are read when the list is asked for a
 * second time, because the first page of it alone is found faster.
 */
const MOST_IDS = 20_000

function* readIds(
  { statement }: ListFactProgram,
  dialect: SqlDialect,
  bound: Bindings,
): ReadSteps<Float64Array, PackedRow> {
  const [rows] = yield [dialect.bind(statement, [], bound)]
  return Float64Array.from(rows!, ({ keys: [id] }) => id as number)
}

/** The rows of a list that has only their keys. */
export function* findListed(
  program: ReadProgram,
  dialect: SqlDialect,
  { known, guess, from, now }: RootOptions,
): ReadSteps<RootRows, PackedRow> {
  const { list, values, page } = program
  if (known !== undefined && list!.order !== null && known.total <= MOST_IDS) {
    const ids = known.ids ?? (yield* readIds(list!.order, dialect, { now, values }))
    const [limit, start] = rangeOf(page!)
    return { rows: [...ids.subarray(start, start + limit)].map(rowOf), total: ids.length, ids }
  }
  const root = yield* findRoot(program, dialect, { known, guess, from, now })
  if (root === null) return { rows: [], total: page?.withCount ? 0 : null }
  return root.receive(root.statements.length === 0 ? [] : yield root.statements)
}

const NO_BYTES = Buffer.alloc(0)

/** A row of which only the id is known. */
function rowOf(id: number): PackedRow {
  return { keys: [id], bytes: NO_BYTES, start: 0 }
}

function rowsByIds({ page, shown }: ReadProgram, dialect: SqlDialect, ids: Float64Array): RootTask {
  const [limit, start] = rangeOf(page!)
  const listed = [...ids.subarray(start, start + limit)]
  const total = ids.length
  if (listed.length === 0) return { named: NOBODY, statements: [], receive: () => ({ rows: [], total, ids }) }
  return {
    named: listed.map(id => ({ keys: [id] })),
    statements: [dialect.bind(shown.rows!, listed)],
    receive: ([found]) => {
      const byId = new Map(found!.map(row => [row.keys[0], row]))
      return { rows: listed.flatMap(id => byId.get(id) ?? []), total, ids }
    },
  }
}

interface KnownRows {
  readonly total: number
  readonly from: KnownPlace | undefined
}

function rowsOfPage(program: ReadProgram, dialect: SqlDialect, known: KnownRows): RootTask {
  const { statement, inOrder } = knownPage(program, dialect, known)
  return {
    named: NOBODY,
    statements: [statement],
    receive: ([found]) => pageNextTo(program, { rows: inOrder(found!), total: known.total }),
  }
}

function rowsAfter(
  { list, page, values }: ReadProgram,
  dialect: SqlDialect,
  { place, offset }: KnownPlace,
): BoundStatement<PackedRow> {
  const [, start] = rangeOf(page!)
  const near = [...values.with(OFFSET_SLOT, start - offset), ...placeValues(place)]
  return dialect.bind(list!.fromPlace!.rows(place), [], { values: near })
}

interface KnownPage {
  readonly statement: BoundStatement<PackedRow>
  readonly inOrder: (rows: readonly PackedRow[]) => readonly PackedRow[]
}

/** The statement for a page of a list with a known total, and the order of its rows. */
function knownPage(program: ReadProgram, dialect: SqlDialect, { total, from }: KnownRows): KnownPage {
  const { list, page, values } = program
  const [limit, start] = rangeOf(page!)
  if (from !== undefined && start - from.offset < total - start)
    return { statement: rowsAfter(program, dialect, from), inOrder: found => found }
  const { rows, fromEnd } = (total > MOST_IDS ? list!.ifLong : null) ?? list!
  // In the second half of the list, reading from the end is shorter.
  if (fromEnd === null || start <= total / 2)
    return { statement: dialect.bind(rows!, [], { values }), inOrder: found => found }
  const shown = Math.max(0, Math.min(limit, total - start))
  const offset = Math.max(0, total - start - limit)
  const reversed = { values: values.with(OFFSET_SLOT, offset) }
  return {
    statement: dialect.bind(fromEnd(shown, offset), [], reversed),
    inOrder: found => [...found].reverse(),
  }
}

/** A page that shows its places has one row more than it shows. One next to a place begins there in either direction. */
function pageNextTo({ list, page }: ReadProgram, root: RootRows): RootRows {
  const placed = list!.places !== null
  if (!showsPlaces(page)) return placed ? { ...root, placed } : root
  const size = rowsShown(page!)
  const rows = root.rows.slice(0, size)
  const isBefore = page!.kind === 'cursor' && page!.direction === 'before'
  return { ...root, placed, rows: isBefore ? rows.reverse() : rows, more: root.rows.length > size }
}
