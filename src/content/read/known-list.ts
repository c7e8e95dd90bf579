/** What is known about the list that a program reads a page of, as of the last `catchUp`. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { LoadedRows } from '../../wire/loaded-rows.ts'
import type { ContentContext } from '../content-context.ts'

export interface KnownList {
  readonly total: number
  /** The ids of all entries, in order. */
  readonly ids: Float64Array | undefined
}

interface RememberedList {
  readonly known: KnownList | undefined
  /** Called with what was read of the same list. */
  readonly learn: (loaded: LoadedRows) => void
}

const NOTHING: RememberedList = { known: undefined, learn: () => {} }

export function rememberList(
  { database, totals, listIds }: ContentContext,
  { count, order, timed }: ReadProgram,
): RememberedList {
  if (count === null || timed) return NOTHING
  const { now } = database.versions
  const total = totals.get(count.key, count.depends)
  const ids = total === undefined || order === null ? undefined : listIds.get(order.key, order.depends)
  return {
    known: total === undefined ? undefined : { total, ids },
    learn: loaded => {
      if (loaded.total !== null && loaded.total !== total) totals.set(count.key, now, loaded.total)
      if (loaded.ids !== undefined && loaded.ids !== ids) listIds.set(order!.key, now, loaded.ids)
    },
  }
}
