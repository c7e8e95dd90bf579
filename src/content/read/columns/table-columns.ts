/**
 * Columns of long tables, kept in memory until a change touches them. With them, a list of a shape that nobody has asked for yet takes no
 * statement: its filters, its order and its total are found here. They are read once several lists have wanted them since the
 * last change, because reading them takes about as long as one such list takes the database.
 */
import { DependencyBuilder } from '../../../kept/dependencies/dependency-builder.ts'
import { NO_IDS } from '../../../kept/dependencies/id-sets.ts'
import type { FactKind, FactName, ListFacts } from '../../../kept/list-facts.ts'
import type { Model } from '../../../schema/schema.ts'
import { compileColumns, compileIdsInOrder } from '../../../sql/entries/compile-columns.ts'
import { ROOT } from '../../../sql/entries/compile-root-rows.ts'
import { column, type Fragment, sql } from '../../../sql/fragment.ts'
import type { PackedRow } from '../../../sql/statement.ts'
import type { Database, ReadSteps } from '../../../storage/database.ts'
import type { StatisticsKeeper } from '../../statistics-keeper.ts'
import { type KeptColumn, smallNumbers } from './kept-column.ts'
import { type ListScan, termColumn, type WantedColumn } from './list-scan.ts'
import { type ScannedList, scanRows } from './scan-rows.ts'
import { joinedTexts } from './text-rows.ts'

export const COLUMN: FactKind<KeptColumn> = {
  bytesOf: ({ numbers, rowOf, names, texts = '' }) =>
    numbers.byteLength + (rowOf?.byteLength ?? 0) + namesBytes(names) + texts.length * CHARACTER_BYTES,
}
const CHARACTER_BYTES = 2
/** A text in a map, without its characters. */
const NAME_BYTES = 64

function namesBytes(names: KeptColumn['names'] = new Map()): number {
  let bytes = 0
  for (const name of names.keys()) bytes += NAME_BYTES + name.length
  return bytes
}

export interface TableColumnsInput {
  readonly facts: ListFacts<KeptColumn>
  readonly database: Database
  /** Knows how many rows a table has, about. */
  readonly statistics: Pick<StatisticsKeeper, 'current'>
  /** Lists of shorter tables are left to the database. */
  readonly leastRows: number
}

/** How often a table is read for lists before the columns that they need are read, which takes about as long. */
const PATIENCE = 2
/** A list with an index of its own takes the database as long as so many rows do. */
const FEW_ROWS = 100
/** Columns of longer tables would take too much memory, and too long to read. */
const MOST_ROWS = 199_999
/** In longer tables, the database finds such a list faster. */
const MANY_FOR_FEW = 50_000
/** Longer scans, in comparisons, would keep others waiting. The database does them in another process. */
const MOST_COMPARISONS = 10_000_000
/** Longer tables are read where that keeps nobody waiting. */
const MANY_ROWS = 20_000
/** There are few columns, but any number of orders. */
const MOST_NAMED = 1000

export class TableColumns {
  readonly #input: TableColumnsInput
  /** By table: how many rows the database has looked at for lists that have missed a column, since the last reading. */
  readonly #missed = new Map<string, number>()
  readonly #reading = new Set<string>()
  readonly #names = new Map<string, FactName<KeptColumn>>()
  /** Columns with values that do not fit, or too long to be kept. To read them again would be in vain. */
  readonly #unfit = new Set<string>()

  constructor(input: TableColumnsInput) {
    this.#input = input
  }

  /** Whether lists of this model may be found here. */
  isFor({ table }: Model): boolean {
    const length = table === null ? 0 : this.#lengthOf(table)
    return length >= this.#input.leastRows && length <= MOST_ROWS
  }

  /** The entries of the list as of the last `catchUp`; `undefined` if the database has to find them. */
  find(scan: ListScan): ScannedList | undefined {
    const { model, columns } = scan
    const length = this.#lengthOf(model.table)
    if (!this.isFor(model) || (scan.isShort && length > MANY_FOR_FEW)) return undefined
    if (length * scan.weight > MOST_COMPARISONS) return undefined
    const names = columns.map(wanted => this.#nameOf(model.table, wanted))
    if (names.some(({ key }) => this.#unfit.has(key))) return undefined
    const kept = names.flatMap(name => this.#input.facts.get(name) ?? [])
    if (kept.length < columns.length) {
      this.#miss(scan, length)
      return undefined
    }
    const count = kept[0]!.numbers.length
    return kept.every(({ numbers }) => numbers.length === count) ? scanRows(scan, kept) : undefined
  }

  #lengthOf(table: string): number {
    return Math.max(1, this.#input.statistics.current().rows(table))
  }

  #nameOf(table: string, wanted: WantedColumn): FactName<KeptColumn> {
    const key = `${table} ${wanted.key}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_NAMED) this.#names.clear()
    const made = factName(key, table, wanted)
    this.#names.set(key, made)
    return made
  }

  #miss(scan: ListScan, length: number): void {
    const { table } = scan.model
    const missed = (this.#missed.get(table) ?? 0) + (scan.isShort ? FEW_ROWS : length)
    this.#missed.set(table, missed)
    if (missed <= PATIENCE * length || this.#reading.has(table)) return
    this.#reading.add(table)
    this.#missed.delete(table)
    this.#read(scan)
      // The database finds the entries as before, and tells those who ask for them what is wrong.
      .catch(() => undefined)
      .finally(() => this.#reading.delete(table))
  }

  async #read({ model, columns }: ListScan): Promise<void> {
    const { facts, database } = this.#input
    const missing = columns.filter(wanted => facts.get(this.#nameOf(model.table, wanted)) === undefined)
    const asOf = database.versions.now
    const options = { expensive: this.#lengthOf(model.table) > MANY_ROWS }
    const read = await database.readUnchanged([model.table], readColumns(model, missing, database.dialect), options)
    for (const [wanted, found] of read ?? []) {
      const name = this.#nameOf(model.table, wanted)
      if (found !== null) facts.set(name, found, { asOf, isExact: true })
      if (found === null || facts.last(name) === undefined) this.#leave(name.key)
    }
  }

  #leave(key: string): void {
    if (this.#unfit.size >= MOST_NAMED) this.#unfit.clear()
    this.#unfit.add(key)
  }
}

/** Which column, and the changes that touch it. New and deleted rows touch all columns of a table, so that those that are kept have the same rows. */
function factName(key: string, table: string, { attribute, terms }: WantedColumn): FactName<KeptColumn> {
  const found = new DependencyBuilder()
  found.inserts(table)
  found.deletes(table)
  found.columns(table, ['id', attribute?.column ?? null, ...terms.map(termColumn)])
  return { key, dependencies: { plan: found.finish([table], 0), ids: NO_IDS }, moved: null }
}

/** `null`: the column has large numbers or values of other kinds, so that only the database can compare them. */
type Found = readonly (readonly [WantedColumn, KeptColumn | null])[]

function* readColumns(
  { table }: ListScan['model'],
  missing: readonly WantedColumn[],
  dialect: Database['dialect'],
): ReadSteps<Found, PackedRow> {
  const valued = missing.filter(({ kind }) => kind !== 'order' && kind !== 'id')
  const sorted = missing.filter(({ kind }) => kind === 'order')
  const texts = valued.map(wanted => textOf(wanted, dialect))
  const statements = [
    compileColumns(table, texts, dialect),
    ...sorted.map(({ terms }) => compileIdsInOrder(table, terms, dialect)),
  ]
  const [rows = [], ...orders] = yield statements.map(statement => dialect.bind(statement))
  const ids = rows.map(({ keys: [id] }) => id as number)
  const places = orders.length === 0 ? undefined : new Map(ids.map((id, row) => [id, row]))
  return [
    ...missing.filter(({ kind }) => kind === 'id').map(wanted => [wanted, numbered(ids)] as const),
    ...valued.map((wanted, index) => [wanted, columnOf(wanted, rows, index + 1)] as const),
    ...sorted.map((wanted, index) => [wanted, orderOf(orders[index]!, places!)] as const),
  ]
}

function textOf({ kind, attribute }: WantedColumn, dialect: Database['dialect']): Fragment {
  const stored = column(ROOT, attribute!.column!)
  if (kind === 'absent') return sql`case when ${stored} is null then 1 else 0 end`
  if (kind === 'lowered') return dialect.lowerHexText(stored)
  return kind === 'named' || kind === 'texts' ? dialect.hexText(stored) : dialect.digits(attribute!.type, stored)
}

function columnOf({ kind }: WantedColumn, rows: readonly PackedRow[], place: number): KeptColumn | null {
  const texts = rows.map(({ keys }) => keys[place] as string)
  if (kind === 'named') return namedColumn(texts)
  if (kind === 'texts' || kind === 'lowered') return textColumn(texts)
  const isPlain = texts.every(text => text === '' || WHOLE_NUMBER.test(text))
  return isPlain ? numbered(texts.map(text => (text === '' ? null : Number(text)))) : null
}

function numbered(values: readonly (number | null)[]): KeptColumn | null {
  const numbers = smallNumbers(values)
  return numbers === null ? null : { numbers }
}

const WHOLE_NUMBER = /^-?\d{1,15}$/

/** Texts are numbered as they occur. */
function namedColumn(texts: readonly string[]): KeptColumn | null {
  if (texts.some(text => text.startsWith('y'))) return null
  const found = new Map<string, number>()
  const numbers = texts.map(text => {
    if (text === '') return null
    const known = found.get(text)
    if (known !== undefined) return known
    found.set(text, found.size)
    return found.size - 1
  })
  if (found.size > MOST_NAMES) return null
  const isUnique = found.size === texts.filter(text => text !== '').length
  const rowOf = isUnique ? Int32Array.from(texts.flatMap((text, row) => (text === '' ? [] : [row]))) : undefined
  const names = new Map([...found].map(([text, number]) => [Buffer.from(text.slice(1), 'hex').toString(), number]))
  const column = numbered(numbers)
  return column === null ? null : { ...column, names, rowOf }
}

/** `null` if a text has a character by which they are told apart, or bytes that are none. */
function textColumn(texts: readonly string[]): KeptColumn | null {
  if (texts.some(text => text.startsWith('y'))) return null
  const decoded = Buffer.from(texts.map(text => text.slice(1)).join('00'), 'hex').toString()
  const parts = decoded.split('\0')
  return parts.length === texts.length && !decoded.includes('\ufffd') ? joinedTexts(parts) : null
}

const MOST_NAMES = 20_000

function orderOf(sorted: readonly PackedRow[], places: ReadonlyMap<number, number>): KeptColumn {
  return { numbers: Int32Array.from(sorted, ({ keys: [id] }) => places.get(id as number)!) }
}
