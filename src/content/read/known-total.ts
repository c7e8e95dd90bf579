/** The total of a list, counted again only after a change has touched it. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { ContentContext } from '../content-context.ts'

interface CountedTotal {
  /** The total as of the last `catchUp`, if known. */
  readonly total: number | undefined
  /** Called with the total of the same list once it has been read. */
  readonly learn: (total: number | null) => void
}

const NOTHING: CountedTotal = { total: undefined, learn: () => {} }

export function countTotal(
  { database, totals }: ContentContext,
  { count, timed, totalDepends }: ReadProgram,
): CountedTotal {
  if (count === null || timed) return NOTHING
  const { now } = database.versions
  const key = `${count.text} ${JSON.stringify(count.values)}`
  const total = totals.get(key, totalDepends)
  return {
    total,
    learn: counted => {
      if (counted !== null && counted !== total) totals.set(key, now, counted)
    },
  }
}
