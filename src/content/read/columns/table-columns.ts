/**
 * Columns of long tables, kept in memory. With them, a list of a shape that nobody has asked for yet takes no statement: its filters, its
 * order and its total are found here. They are read once several lists have wanted them, because reading them takes about as long
 * as one such list takes the database. After that they follow the changes: only the rows that a change names are read again.
 */
import type { BoundedCache } from '../../../kept/bounded-cache.ts'
import type { Dependencies } from '../../../kept/dependencies/dependencies.ts'
import { DependencyBuilder } from '../../../kept/dependencies/dependency-builder.ts'
import { NO_IDS } from '../../../kept/dependencies/id-sets.ts'
import type { Model } from '../../../schema/schema.ts'
import type { Database } from '../../../storage/database.ts'
import type { StatisticsKeeper } from '../../statistics-keeper.ts'
import { bytesOf, type KeptColumn } from './kept-column.ts'
import { type ColumnScan, ID, type ListScan, termColumn, type WantedColumn } from './list-scan.ts'
import { type FoundColumns, type HeldColumn, readColumns, readMoved } from './read-columns.ts'
import { type ScannedList, scanRows } from './scan-rows.ts'

export interface TableColumnsInput {
  readonly cache: BoundedCache<KeptTableColumn>
  readonly database: Database
  /** Knows how many rows a table has, about. */
  readonly statistics: Pick<StatisticsKeeper, 'current'>
  /** Lists of shorter tables are left to the database. */
  readonly leastRows: number
}

export interface KeptTableColumn extends HeldColumn {
  /** How much of the memory was asked for. */
  readonly bytes: number
  readonly dependencies: Dependencies
  /** How often it has followed a change since a list needed it. */
  idle: number
  /** When a list needed it: the larger number is later. */
  used: number
}

/** Columns with the same rows: those of the table when `asOf` was the number of the last change. */
interface KeptTable {
  readonly name: string
  asOf: number
  readonly columns: Map<string, KeptTableColumn>
  following: Promise<boolean> | undefined
}

/** How often a table is read for lists before the columns that they need are read, which takes about as long. */
const PATIENCE = 2
/** A list with an index of its own takes the database as long as so many rows do. */
const FEW_ROWS = 100
/** Columns of longer tables would take too much memory, and too long to read. */
const MOST_ROWS = 2_000_000
/** So do texts and orders of a table that is longer than the rows that statistics count. */
const MOST_LONG_ROWS = 199_999
const LONG: readonly string[] = ['texts', 'lowered', 'order'] satisfies readonly WantedColumn['kind'][]
/** In longer tables, the database finds such a list faster. */
const MANY_FOR_FEW = 50_000
/** Longer scans, in comparisons, would keep others waiting. The database does them in another process. */
const MOST_COMPARISONS = 10_000_000
/** Longer tables are read where that keeps nobody waiting. */
const MANY_ROWS = 20_000
/** There are few columns, but any number of orders. */
const MOST_NAMED = 1000
/** Every order of a table has statements of its own after each change. Those that lists needed last stay. */
const MOST_ORDERS = 16
/** If more rows have changed, the columns are read anew. */
const MOST_TOUCHED = 64
/** A column that no list has needed for so many changes is dropped. */
const MOST_IDLE = 500
/** So is one that has become so many times as large. */
const MOST_GROWTH = 1.25
/** While the table is written to, columns that were read at different times may not meet at once. */
const MEETINGS = 3

export class TableColumns {
  readonly #input: TableColumnsInput
  readonly #tables = new Map<string, KeptTable>()
  /** By table: how many rows the database has looked at for lists that have missed a column, since the last reading. */
  readonly #missed = new Map<string, number>()
  readonly #reading = new Set<string>()
  /** Columns with values that do not fit, or too long to be kept. To read them again would be in vain. */
  readonly #unfit = new Set<string>()
  #uses = 0

  constructor(input: TableColumnsInput) {
    this.#input = input
  }

  /** Whether lists of this model may be found here. */
  isFor({ table }: Model): boolean {
    return table !== null && this.#lengthOf(table) >= this.#input.leastRows
  }

  /** The entries of the list as of the last `catchUp`; `undefined` if the database has to find them. */
  async find(scan: ListScan): Promise<ScannedList | undefined> {
    const kept = await this.keptFor(scan)
    return kept && scanRows(scan, kept)
  }

  /** The columns as of the last `catchUp`; `undefined` if the database has to look at the rows. */
  async keptFor(scan: ColumnScan): Promise<readonly KeptColumn[] | undefined> {
    const { model, columns } = scan
    const length = this.#lengthOf(model.table)
    if (!this.isFor(model) || (scan.isShort && length > MANY_FOR_FEW)) return undefined
    if (length * scan.weight > MOST_COMPARISONS) return undefined
    if (length > MOST_LONG_ROWS && columns.some(({ kind }) => LONG.includes(kind))) return undefined
    if (columns.some(({ key }) => this.#unfit.has(nameOf(model.table, key)))) return undefined
    const table = this.#tables.get(model.table)
    const found = table && this.#keptOf(table, columns)
    if (table === undefined || found === undefined) {
      this.#miss(scan, length)
      return undefined
    }
    const kept = this.#isCurrent(table) ? found : await this.#caughtUp(table, columns)
    return kept && kept[0]!.numbers.length * scan.weight <= MOST_COMPARISONS ? kept : undefined
  }

  /** At most as many rows as statistics count. */
  #lengthOf(table: string): number {
    return Math.max(1, this.#input.statistics.current().rows(table))
  }

  /** `undefined` if one of them is not kept. */
  #keptOf({ name, columns }: KeptTable, wanted: readonly WantedColumn[]): readonly KeptColumn[] | undefined {
    const kept: KeptColumn[] = []
    for (const { key } of wanted) {
      const held = columns.get(key)
      if (held === undefined || this.#input.cache.get(nameOf(name, key)) !== held) return undefined
      held.idle = 0
      held.used = ++this.#uses
      kept.push(held.kept)
    }
    return kept
  }

  #isCurrent({ asOf, following }: KeptTable): boolean {
    return following === undefined && asOf === this.#input.database.versions.now
  }

  /** Whether the columns are those of the last change that is known. */
  async #catchUp(table: KeptTable): Promise<boolean> {
    if (this.#isCurrent(table)) return true
    table.following ??= this.#follow(table).finally(() => {
      table.following = undefined
    })
    return (await table.following) && this.#isCurrent(table)
  }

  async #caughtUp(table: KeptTable, columns: readonly WantedColumn[]): Promise<readonly KeptColumn[] | undefined> {
    return (await this.#catchUp(table)) ? this.#keptOf(table, columns) : undefined
  }

  async #follow(table: KeptTable): Promise<boolean> {
    const { database } = this.#input
    const { versions, dialect } = database
    const { now } = versions
    const { asOf, name } = table
    const columns = idsFirst(table)
    const touched = columns && versions.changedSince(together(name, columns), asOf)
    if (columns === undefined || touched === undefined || touched.size > MOST_TOUCHED) {
      this.#drop(table)
      return false
    }
    if (touched.size > 0) {
      const inColumn = ({ key }: WantedColumn) => versions.changedSince(table.columns.get(key)!.dependencies, asOf)!
      const steps = readMoved({ table: name, dialect }, columns, { ids: touched, in: inColumn })
      const found = await database.readUnchanged([name], steps)
      if (found === undefined) return false
      this.#replace(table, columns, found)
    }
    table.asOf = now
    return true
  }

  #replace(table: KeptTable, columns: readonly KeptTableColumn[], found: FoundColumns): void {
    for (const held of columns) {
      const kept = found.get(held.wanted.key)
      held.idle += 1
      if (kept) held.kept = kept
      if (kept === null || held.idle > MOST_IDLE || bytesOf(held.kept) > MOST_GROWTH * held.bytes)
        this.#leave(table, held)
    }
  }

  #leave({ name, columns }: KeptTable, held: KeptTableColumn): void {
    const { key } = held.wanted
    columns.delete(key)
    if (this.#input.cache.peek(nameOf(name, key)) === held) this.#input.cache.delete(nameOf(name, key))
  }

  #drop(table: KeptTable): void {
    for (const held of table.columns.values()) this.#leave(table, held)
    if (this.#tables.get(table.name) === table) this.#tables.delete(table.name)
  }

  #miss(scan: ColumnScan, length: number): void {
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

  async #read({ model: { table: name }, columns }: ColumnScan): Promise<void> {
    const { database } = this.#input
    const present = this.#tables.get(name)
    const missing = columns.filter(({ key }) => key !== ID.key && !present?.columns.has(key))
    const asOf = database.versions.now
    const steps = readColumns({ table: name, dialect: database.dialect, most: MOST_ROWS }, missing)
    const found = await database.read(steps, { expensive: this.#lengthOf(name) > MANY_ROWS })
    const fresh: KeptTable = { name, asOf, columns: new Map(), following: undefined }
    for (const wanted of [ID, ...missing]) {
      const kept = found.get(wanted.key)
      if (kept) fresh.columns.set(wanted.key, heldColumn(name, wanted, kept))
      else this.#refuse(nameOf(name, wanted.key))
    }
    const haveMet = present !== undefined && (await this.#meet(present, fresh))
    // Others may have gone on while this waited.
    const table = haveMet && this.#isCurrent(present) ? present : fresh
    this.#tables.set(name, table)
    for (const held of fresh.columns.values())
      if (table === fresh || held.wanted.key !== ID.key) this.#keep(table, held)
    this.#dropEvicted()
  }

  /** Whether both have the same rows. While the table is written to, that may take more than one try. */
  async #meet(present: KeptTable, fresh: KeptTable): Promise<boolean> {
    for (let tries = 0; tries < MEETINGS; tries += 1) {
      const areCurrent = (await this.#catchUp(present)) && (await this.#catchUp(fresh)) && this.#isCurrent(present)
      const [ids, others] = [present, fresh].map(({ columns }) => columns.get(ID.key)?.kept.numbers)
      if (areCurrent)
        return ids !== undefined && others !== undefined && Buffer.compare(bytes(ids), bytes(others)) === 0
    }
    return false
  }

  #keep(table: KeptTable, held: KeptTableColumn): void {
    const name = nameOf(table.name, held.wanted.key)
    this.#input.cache.set(name, held, held.bytes)
    if (this.#input.cache.peek(name) === held) {
      held.used = ++this.#uses
      table.columns.set(held.wanted.key, held)
      for (const other of ordersBeyond(table)) this.#leave(table, other)
    } else {
      table.columns.delete(held.wanted.key)
      this.#refuse(name)
    }
  }

  #refuse(name: string): void {
    if (this.#unfit.size >= MOST_NAMED) this.#unfit.clear()
    this.#unfit.add(name)
  }

  /** Others have taken their place in memory. */
  #dropEvicted(): void {
    for (const table of this.#tables.values()) {
      for (const held of table.columns.values())
        if (this.#input.cache.peek(nameOf(table.name, held.wanted.key)) !== held) this.#leave(table, held)
      if (!table.columns.has(ID.key)) this.#drop(table)
    }
  }
}

function idsFirst({ columns }: KeptTable): readonly [KeptTableColumn, ...KeptTableColumn[]] | undefined {
  const ids = columns.get(ID.key)
  return ids && [ids, ...[...columns.values()].filter(held => held !== ids)]
}

/** The orders that have not been needed for the longest time. */
function ordersBeyond({ columns }: KeptTable): readonly KeptTableColumn[] {
  const orders = [...columns.values()].filter(({ wanted }) => wanted.kind === 'order')
  if (orders.length <= MOST_ORDERS) return []
  return orders.sort((one, other) => one.used - other.used).slice(0, orders.length - MOST_ORDERS)
}

function bytes({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function heldColumn(table: string, wanted: WantedColumn, kept: KeptColumn): KeptTableColumn {
  return { wanted, kept, bytes: bytesOf(kept), dependencies: dependenciesOf(table, [wanted]), idle: 0, used: 0 }
}

function nameOf(table: string, key: string): string {
  return `${table} ${key}`
}

function together(table: string, columns: readonly KeptTableColumn[]): Dependencies {
  return dependenciesOf(
    table,
    columns.map(({ wanted }) => wanted),
  )
}

/** The changes that touch the columns. New and deleted rows touch all of them. */
function dependenciesOf(table: string, columns: readonly WantedColumn[]): Dependencies {
  const found = new DependencyBuilder()
  found.inserts(table)
  found.deletes(table)
  for (const { attribute, terms } of columns)
    found.columns(table, ['id', attribute?.column ?? null, ...terms.map(termColumn)])
  return { plan: found.finish([table], 0), ids: NO_IDS }
}
