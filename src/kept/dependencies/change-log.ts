/**
 * The changes of each table, numbered in the order in which this process learned of them. What was read when change
 * number N was the last one is valid until a later change touches it. Details are kept for the latest changes only; where
 * they are missing, every change of the table counts.
 */
import { anyChange, type ContentChange, idCount, type TableChange } from './content-change.ts'
import type { Dependencies } from './dependencies.ts'
import { isTouched } from './is-touched.ts'
import type { MovedRow } from './row-marks.ts'

/** How many changes of a table are kept in detail. Checking them all costs as much as reading a short list again. */
const MOST_CHANGES = 1000
/** How many ids and hashes the details of all tables may have. */
const MOST_DETAILS = 50_000

interface NumberedChange {
  readonly number: number
  readonly change: TableChange
}

interface TableLog {
  readonly name: string
  /** The number of the last change. */
  last: number
  /** Changes above this number are known in detail. */
  knownAfter: number
  changes: NumberedChange[]
}

export class ChangeLog {
  readonly #tables = new Map<string, TableLog>()
  /** The same, the one that was changed last in front. Few tables have changed since an answer was last looked at. */
  #latest: TableLog[] = []
  #now = 0
  /** When all tables were last changed, or may have been. */
  #all = 0
  #details = 0

  /** The number of the last change. Reads from now on have seen it. */
  get now(): number {
    return this.#now
  }

  changed(change: ContentChange): void {
    this.#now += 1
    if (change === 'all') {
      this.#all = this.#now
      this.#tables.clear()
      this.#latest = []
      this.#details = 0
      return
    }
    for (const each of change) this.#note(each)
    if (this.#details > MOST_DETAILS)
      for (const table of this.#tables.values()) this.#forget(table, table.changes.length)
  }

  #note(change: TableChange): void {
    const table = this.#tables.get(change.table) ?? this.#add(change.table)
    table.last = this.#now
    if (this.#latest[0] !== table) this.#latest = [table, ...this.#latest.filter(each => each !== table)]
    table.changes.push({ number: this.#now, change })
    this.#details += sizeOf(change)
    if (change.kind === 'any') this.#forget(table, table.changes.length)
    else if (table.changes.length > MOST_CHANGES) this.#forget(table, MOST_CHANGES / 2)
  }

  #add(name: string): TableLog {
    const table: TableLog = { name, last: 0, knownAfter: this.#all, changes: [] }
    this.#tables.set(name, table)
    return table
  }

  /** Drops the oldest changes of a table. */
  #forget(table: TableLog, count: number): void {
    const gone = table.changes.slice(0, count)
    table.changes = table.changes.slice(count)
    for (const { change } of gone) this.#details -= sizeOf(change)
    table.knownAfter = gone.at(-1)?.number ?? table.knownAfter
  }

  /** The number of the last change to any of the tables. */
  latest(tables: readonly string[]): number {
    let latest = this.#all
    for (const table of tables) {
      const last = this.#tables.get(table)?.last
      if (last !== undefined && last > latest) latest = last
    }
    return latest
  }

  /** Whether a change after this number may have changed what was read. */
  hasTouched(dependencies: Dependencies, since: number): boolean {
    return !this.#eachTouch(dependencies, since, () => false)
  }

  /**
   * What the rows that may have changed what was read were and are, for all changes after this number, in their order; `undefined` if
   * that is not known of one of them.
   */
  movedSince(dependencies: Dependencies, since: number): readonly MovedRow[] | undefined {
    const found: (readonly MovedRow[])[] = []
    const isKnown = this.#eachTouch(dependencies, since, ({ moved }) => {
      if (moved !== undefined) found.push(moved)
      return moved !== undefined
    })
    return isKnown ? found.reverse().flat() : undefined
  }

  /** The ids of all rows that may have changed what was read, for all changes after this number; `undefined` if they are not known. */
  changedSince(dependencies: Dependencies, since: number): ReadonlySet<number> | undefined {
    const found = new Set<number>()
    const isKnown = this.#eachTouch(dependencies, since, ({ kind, keys }) => {
      if (kind === 'any' || keys.id === undefined) return false
      for (const id of keys.id) found.add(id)
      return true
    })
    return isKnown ? found : undefined
  }

  /**
   * Calls `see` with the changes after this number that touch what was read, those of a table from the last one on, while it returns
   * true. Returns whether it always did, and whether all changes are known.
   */
  #eachTouch(dependencies: Dependencies, since: number, see: (change: TableChange) => boolean): boolean {
    if (since >= this.#now) return true
    if (since < this.#all) return false
    for (const table of this.#latest) {
      if (table.last <= since) break
      if (!dependencies.plan.tables.has(table.name)) continue
      if (table.knownAfter > since) return false
      for (let index = table.changes.length - 1; index >= 0; index -= 1) {
        const { number, change } = table.changes[index]!
        if (number <= since) break
        if (isTouched(dependencies, change) && !see(change)) return false
      }
    }
    return true
  }
}

function sizeOf(change: TableChange): number {
  return 1 + idCount(change) + Object.keys(change.hashes ?? {}).length + 2 * (change.moved?.length ?? 0)
}

/** A change to these tables of which nothing more is known. */
export function changeOf(tables: Iterable<string>): ContentChange {
  return [...tables].map(anyChange)
}
