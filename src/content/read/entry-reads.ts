/**
 * Reads entries together that are requested at the same time with the same query: one set of statements finds all of them.
 * Requests that arrive together wait for the same `catchUp`, so none of them waits any longer for this.
 */
import { PopulusError } from '../../errors.ts'
import type { ReadProgram } from '../../sql/read-program.ts'
import type { PackedRow, RowKey } from '../../sql/statement.ts'
import type { ReadOptions } from '../../storage/database.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'

export type LoadEntries = (ids: readonly number[], gone?: ReadOptions['gone']) => Promise<LoadedRows>

interface Waiting {
  readonly id: number
  readonly gone: ReadOptions['gone']
  readonly load: LoadEntries
  readonly resolve: (loaded: LoadedRows) => void
  readonly reject: (error: unknown) => void
}

/** More of them would keep other requests waiting. */
const MOST_TOGETHER = 32

export class EntryReads {
  readonly #waiting = new Map<ReadProgram, Waiting[]>()

  /** `load` reads the entries with these ids; all callers with the same program pass an equivalent function. */
  read(program: ReadProgram, id: number, gone: ReadOptions['gone'], load: LoadEntries): Promise<LoadedRows> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { id, gone, load, resolve, reject }
      const others = this.#waiting.get(program)
      if (others !== undefined && others.length < MOST_TOGETHER) {
        others.push(one)
        return
      }
      const group = [one]
      this.#waiting.set(program, group)
      // Runs when everybody who waited for the same `catchUp` has come this far.
      process.nextTick(() => {
        if (this.#waiting.get(program) === group) this.#waiting.delete(program)
        loadGroup(group)
      })
    })
  }
}

async function loadGroup(group: readonly Waiting[]): Promise<void> {
  const [first, ...others] = group
  if (others.length === 0) return loadAlone(first!)
  try {
    const loaded = await first!.load([...new Set(group.map(({ id }) => id))])
    const rows = new Map(loaded.rows.map((row): [RowKey | undefined, PackedRow] => [row.keys[0], row]))
    for (const { id, resolve } of group) {
      const row = rows.get(id)
      resolve({ ...loaded, rows: row === undefined ? [] : [row], shared: true })
    }
  } catch (error) {
    // The limits of one answer apply to each entry, not to all of them together.
    if (error instanceof PopulusError && error.status === 400) for (const each of group) loadAlone(each)
    else for (const { reject } of group) reject(error)
  }
}

function loadAlone({ id, gone, load, resolve, reject }: Waiting): void {
  load([id], gone).then(resolve, reject)
}
