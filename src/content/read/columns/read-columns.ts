/** Reads columns of a table: all of its rows, or what has become of some of them. */
import { compileColumns, compileIdsInOrder } from '../../../sql/entries/compile-columns.ts'
import type { PackedRow } from '../../../sql/statement.ts'
import { type Database, type ReadSteps, together } from '../../../storage/database.ts'
import { type ColumnBuilder, columnBuilder } from './column-builder.ts'
import { sentText } from './column-values.ts'
import { type KeptColumn, LARGEST, placeOf } from './kept-column.ts'
import { ID, type WantedColumn } from './list-scan.ts'
import { moveOrder, orderAfter } from './moved-order.ts'
import { columnAfter, movedRows, numbersAfter } from './moved-rows.ts'

/** Rows that are read at once; others are served before the next ones are. */
const SLICE = 4000

export interface ReadTable {
  readonly table: string
  readonly dialect: Database['dialect']
}

/** By their keys; `null`: it has values that only the database can compare. */
export type FoundColumns = ReadonlyMap<string, KeptColumn | null>

/** A column as it is kept. */
export interface HeldColumn {
  readonly wanted: WantedColumn
  kept: KeptColumn
}

const isOrder = ({ kind }: WantedColumn) => kind === 'order'
const hasValues = ({ kind }: WantedColumn) => kind !== 'order' && kind !== 'id'
const idOf = ({ keys: [id] }: PackedRow) => id as number

/** The ids are always among them. No column of a table with more than `most` rows is. */
export function* readColumns(
  { table, dialect, most }: ReadTable & { readonly most: number },
  wanted: readonly WantedColumn[],
): ReadSteps<FoundColumns, PackedRow> {
  const valued = wanted.filter(hasValues)
  const sent = valued.map(column => sentText(column, dialect))
  const builders = valued.map(({ kind }) => columnBuilder(kind))
  const ids: number[] = []
  let count = SLICE
  while (count === SLICE) {
    const after = ids.at(-1) ?? Number.MIN_SAFE_INTEGER
    const [rows = []] = yield [dialect.bind(compileColumns(table, sent, { after, limit: SLICE }, dialect))]
    addRows(rows, ids, builders)
    count = rows.length
    if (ids.length > most) return new Map()
  }
  const numbers = Int32Array.from(ids)
  const found = new Map<string, KeptColumn | null>([[ID.key, areSmall(ids) ? { numbers } : null]])
  for (const [index, { key }] of valued.entries()) found.set(key, builders[index]!.finish())
  for (const { key, terms } of wanted.filter(isOrder)) {
    const [rows = []] = yield [dialect.bind(compileIdsInOrder(table, terms, dialect))]
    found.set(key, { numbers: Int32Array.from(rows, row => placeOf(numbers, idOf(row))) })
  }
  return found
}

function addRows(rows: readonly PackedRow[], ids: number[], builders: readonly ColumnBuilder[]): void {
  for (const row of rows) ids.push(idOf(row))
  for (const [index, builder] of builders.entries()) builder.add(sentOf(rows, index))
}

/** What was sent of one of the columns. */
function sentOf(rows: readonly PackedRow[], index: number): readonly string[] {
  return rows.map(({ keys }) => keys[index + 1] as string)
}

function areSmall(ids: readonly number[]): boolean {
  return ids.every(id => Math.abs(id) <= LARGEST)
}

export interface TouchedRows {
  /** The ids of the rows that were changed, added or deleted. */
  readonly ids: ReadonlySet<number>
  /** Those of them of which the column may have another value or place. */
  readonly in: (column: WantedColumn) => ReadonlySet<number>
}

/** What the columns, the ids first, have become. */
export function* readMoved(
  { table, dialect }: ReadTable,
  [
    {
      kept: { numbers: before },
    },
    ...columns
  ]: readonly [HeldColumn, ...HeldColumn[]],
  touched: TouchedRows,
): ReadSteps<FoundColumns, PackedRow> {
  const changed = columns.filter(({ wanted }) => touched.in(wanted).size > 0)
  const valued = changed.filter(({ wanted }) => hasValues(wanted))
  const sent = valued.map(({ wanted }) => sentText(wanted, dialect))
  const ids = [...touched.ids].sort((one, other) => one - other)
  const [rows = []] = yield [dialect.bind(compileColumns(table, sent, 'ids', dialect), ids)]
  const present = rows.map(idOf)
  const moved = movedRows(before, ids, present)
  const after = numbersAfter(before, moved, present)
  const found = new Map<string, KeptColumn | null>([[ID.key, areSmall(present) ? { numbers: after } : null]])
  for (const [index, { wanted, kept }] of valued.entries())
    found.set(wanted.key, columnAfter(kept, wanted.kind, moved, sentOf(rows, index)))
  const orders = changed.filter(({ wanted }) => isOrder(wanted))
  const moves = yield* together(
    orders.map(({ wanted, kept }) => {
      const left = touched.in(wanted)
      const sorting = compileIdsInOrder(table, wanted.terms, dialect, 'ids')
      const change = { ids: before, order: kept.numbers, left, placed: present.filter(id => left.has(id)) }
      return moveOrder(change, some => dialect.bind(sorting, some))
    }),
  )
  for (const [index, { wanted }] of orders.entries()) {
    const move = moves[index]!
    const isWhole = move.staying.length + move.places.length === after.length
    found.set(wanted.key, isWhole ? { numbers: orderAfter(move, before, after) } : null)
  }
  return found
}
