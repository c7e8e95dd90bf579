/** The root rows of an answer: the entry that a request names, or a page of a list. */
import { rangeOf } from '../../sql/entries/compile-root-rows.ts'
import type { CountedList, OrderedList, ReadProgram } from '../../sql/read-program.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { BoundStatement, PackedRow, PackedStatement } from '../../sql/statement.ts'
import type { ReadSteps } from '../../storage/database.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { KnownList } from './known-list.ts'

export interface RootOptions {
  /** The ids that the request names. */
  readonly entryIds?: readonly number[]
  /** What is known about the whole list; without it, its entries are counted. */
  readonly known?: KnownList | undefined
  /** The time, for programs that depend on it; about their lists, nothing is known. */
  readonly now?: Date | undefined
}

/** The part of a row that its children need. */
export type Keyed = Pick<PackedRow, 'keys'>

type RootRows = Omit<LoadedRows, 'groups'>

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
  { entryIds = [], known, now }: RootOptions,
): ReadSteps<RootTask | null, PackedRow> {
  const { rows, count, order } = program
  if (rows === null) return null
  if (known !== undefined && order !== null && known.total <= MOST_IDS)
    return rowsByIds(program, dialect, known.ids ?? (yield* readIds(order, dialect)))
  if (known !== undefined) return rowsOfPage(program, dialect, known.total)
  const named = entryIds.map(id => ({ keys: [id] }))
  const root = dialect.bind(rows, entryIds, now)
  if (count !== null && program.totalKey !== null) return yield* rowsWithTotal(program, dialect, { count, root, now })
  if (count === null)
    return { named, statements: [root], receive: ([found]) => pageNextTo(program, { rows: found!, total: null }) }
  return {
    named,
    statements: [root, dialect.bind(count.statement, [], now)],
    receive: ([found, counted]) => pageNextTo(program, { rows: found!, total: Number(counted![0]!.keys[0]) }),
  }
}

interface CountedRows {
  readonly count: CountedList
  readonly root: BoundStatement<PackedRow>
  readonly now: Date | undefined
}

/** Every row has the total. Only a page behind the end of its list takes another statement. */
function* rowsWithTotal(
  { page, totalKey }: ReadProgram,
  dialect: SqlDialect,
  { count, root, now }: CountedRows,
): ReadSteps<RootTask, PackedRow> {
  const [rows = []] = yield [root]
  const [first] = rows
  if (first === undefined && rangeOf(page!)[1] > 0) {
    const total = dialect.bind(count.statement, [], now)
    return {
      named: NOBODY,
      statements: [total],
      receive: ([counted]) => ({ rows, total: Number(counted![0]!.keys[0]) }),
    }
  }
  const total = first === undefined ? 0 : Number(first.keys[totalKey!])
  return { named: rows, statements: [], receive: () => ({ rows, total }) }
}

/**
 * Lists that must be read as a whole are kept as ids, up to so many of them. They are read when the list is asked for a
 * second time, because the first page of it alone is found faster.
 */
const MOST_IDS = 20_000

function* readIds({ statement }: OrderedList, dialect: SqlDialect): ReadSteps<Float64Array, PackedRow> {
  const [rows] = yield [dialect.bind(statement)]
  return Float64Array.from(rows!, ({ keys: [id] }) => id as number)
}

function rowsByIds({ page, order }: ReadProgram, dialect: SqlDialect, ids: Float64Array): RootTask {
  const [limit, start] = rangeOf(page!)
  const shown = [...ids.subarray(start, start + limit)]
  const total = ids.length
  if (shown.length === 0) return { named: NOBODY, statements: [], receive: () => ({ rows: [], total, ids }) }
  return {
    named: shown.map(id => ({ keys: [id] })),
    statements: [dialect.bind(order!.rows, shown)],
    receive: ([found]) => {
      const byId = new Map(found!.map(row => [row.keys[0], row]))
      return { rows: shown.flatMap(id => byId.get(id) ?? []), total, ids }
    },
  }
}

function rowsOfPage(program: ReadProgram, dialect: SqlDialect, total: number): RootTask {
  const { statement, inOrder } = knownPage(program, total)
  return {
    named: NOBODY,
    statements: [dialect.bind(statement)],
    receive: ([found]) => pageNextTo(program, { rows: inOrder(found!), total }),
  }
}

/** The statement for a page of a list with a known total, and the order of its rows. */
function knownPage(
  { rows, page, fromEnd }: ReadProgram,
  total: number,
): { readonly statement: PackedStatement; readonly inOrder: (rows: readonly PackedRow[]) => readonly PackedRow[] } {
  const [limit, start] = rangeOf(page!)
  // In the second half of the list, reading from the end is shorter.
  if (fromEnd === null || start <= total / 2) return { statement: rows!, inOrder: found => found }
  const shown = Math.max(0, Math.min(limit, total - start))
  const statement = fromEnd(shown, Math.max(0, total - start - limit))
  return { statement, inOrder: found => [...found].reverse() }
}

/** The page next to a place has one row more than it shows, and begins at the place in either direction. */
function pageNextTo({ page }: ReadProgram, root: RootRows): RootRows {
  if (page?.kind !== 'cursor') return root
  const rows = root.rows.slice(0, page.limit)
  return { ...root, rows: page.direction === 'before' ? rows.reverse() : rows, more: root.rows.length > page.limit }
}
