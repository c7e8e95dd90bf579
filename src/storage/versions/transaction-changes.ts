/** What the statements of a transaction change, as precisely as they describe it. */
import { anyChange, type ContentChange, idCount, type TableChange } from '../../kept/dependencies/content-change.ts'
import { type MovedRow, marksOf } from '../../kept/dependencies/row-marks.ts'
import type { BoundStatement, DescribedChange, Row } from '../../sql/statement.ts'

const READS = /^\s*(select|pragma)\b/i
/** With more ids than this, only the table is announced. */
const MOST_IDS = 200

export function isRead({ text }: Pick<BoundStatement, 'text'>): boolean {
  return READS.test(text)
}

export class TransactionChanges {
  /** By table; `null` for a table in which anything may have changed. */
  readonly #tables = new Map<string, TableChange[] | null>()
  #all = false

  /** `rows` are those that the statement has returned; without them, nobody knows what it has done. */
  note(statement: NotedStatement, rows?: readonly Row[]): void {
    if (this.#all || isRead(statement)) return
    const { tables, change } = statement
    if (change !== undefined && rows !== undefined) this.#add(completed(change, rows))
    else if (tables === undefined || tables.length === 0) this.#all = true
    else for (const table of tables) this.#tables.set(table, null)
  }

  #add(change: TableChange): void {
    const known = this.#tables.get(change.table)
    if (known === null) return
    const changes = merged(known ?? [], change)
    const ids = changes.reduce((sum, each) => sum + idCount(each), 0)
    this.#tables.set(change.table, ids > MOST_IDS ? null : changes)
  }

  get change(): ContentChange {
    if (this.#all) return 'all'
    return [...this.#tables].flatMap(([table, changes]) => changes ?? [anyChange(table)])
  }

  get none(): boolean {
    return !this.#all && this.#tables.size === 0
  }
}

type NotedStatement = Pick<BoundStatement, 'text' | 'tables' | 'change'>

function completed({ returned = [], moves, keys, ...change }: DescribedChange, rows: readonly Row[]): TableChange {
  const found = returned.map((column, index) => [column, rows.map(row => Number(row[index]))] as const)
  const all = { ...change, keys: { ...keys, ...Object.fromEntries(found) } }
  if (moves === undefined) return all
  const moved = rows.map((row): MovedRow => [moves.before, marksOf(moves.marked, row.slice(returned.length))])
  return { ...all, moved }
}

/** Changes of one kind become one, except for new rows of which hashes are known. Only key columns that are known for both are known for all of its rows. */
function merged(changes: readonly TableChange[], change: TableChange): TableChange[] {
  const isAlike = ({ kind, columns, keys, hashes, moved }: TableChange) =>
    hashes === undefined &&
    (moved === undefined) === (change.moved === undefined) &&
    change.hashes === undefined &&
    kind === change.kind &&
    String(columns) === String(change.columns) &&
    sameKeys(keys, change.keys)
  const alike = changes.find(isAlike)
  if (alike === undefined) return [...changes, change]
  const keys = Object.entries(alike.keys).map(([key, ids]) => [key, [...new Set([...ids, ...change.keys[key]!])]])
  const moved = alike.moved === undefined ? {} : { moved: [...alike.moved, ...change.moved!] }
  return changes.map(each => (each === alike ? { ...alike, ...moved, keys: Object.fromEntries(keys) } : each))
}

function sameKeys(one: TableChange['keys'], other: TableChange['keys']): boolean {
  return String(Object.keys(one).sort()) === String(Object.keys(other).sort())
}
