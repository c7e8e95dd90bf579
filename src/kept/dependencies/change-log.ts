/**
 * The changes of each table, numbered in the order in which this process learned of them. What was read when change
 * number N was the last one is valid until a later change touches it. Details are kept for the latest changes only; where
 * they are missing, every change of the table counts.
 */
import { anyChange, type ContentChange, idCount, type TableChange } from './content-change.ts'
import type { Dependencies } from './dependencies.ts'
import { isTouched } from './is-touched.ts'
import { growthOf, type PassesMarks } from './row-marks.ts'

/** How many changes of a table are kept in detail. Checking them all costs as much as reading a short list again. */
const MOST_CHANGES = 1000
/** How many ids and hashes the details of all tables may have. */
const MOST_DETAILS = 50_000

interface NumberedChange {
  readonly number: number
  readonly change: TableChange
}

interface TableLog {
  /** The number of the last change. */
  last: number
  /** Changes above this number are known in detail. */
  knownAfter: number
  changes: NumberedChange[]
}

export class ChangeLog {
  readonly #tables = new Map<string, TableLog>()
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
      this.#details = 0
      return
    }
    for (const each of change) this.#note(each)
    if (this.#details > MOST_DETAILS)
      for (const table of this.#tables.values()) this.#forget(table, table.changes.length)
  }

  #note(change: TableChange): void {
    const table = this.#tables.get(change.table) ?? { last: 0, knownAfter: this.#all, changes: [] }
    this.#tables.set(change.table, table)
    table.last = this.#now
    table.changes.push({ number: this.#now, change })
    this.#details += sizeOf(change)
    if (change.kind === 'any') this.#forget(table, table.changes.length)
    else if (table.changes.length > MOST_CHANGES) this.#forget(table, MOST_CHANGES / 2)
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
    return this.growthSince(dependencies, since, null) === undefined
  }

  /**
   * By how many rows a list has become longer after this number, if `passes` says which rows it has; `undefined` if a change may have
   * changed it in another way.
   */
  growthSince(dependencies: Dependencies, since: number, passes: PassesMarks | null): number | undefined {
    if (since >= this.#now) return 0
    if (since < this.#all) return undefined
    let growth = 0
    for (const name of dependencies.plan.tables.keys()) {
      const table = this.#tables.get(name)
      if (table === undefined || table.last <= since) continue
      if (table.knownAfter > since) return undefined
      for (let index = table.changes.length - 1; index >= 0; index -= 1) {
        const { number, change } = table.changes[index]!
        if (number <= since) break
        if (!isTouched(dependencies, change)) continue
        const { moved } = change
        const isKnown = passes !== null && moved !== undefined
        const more = isKnown ? growthOf(moved, passes, dependencies.values ?? []) : undefined
        if (more === undefined) return undefined
        growth += more
      }
    }
    return growth
  }
}

function sizeOf(change: TableChange): number {
  return 1 + idCount(change) + Object.keys(change.hashes ?? {}).length + 2 * (change.moved?.length ?? 0)
}

/** A change to these tables of which nothing more is known. */
export function changeOf(tables: Iterable<string>): ContentChange {
  return [...tables].map(anyChange)
}
