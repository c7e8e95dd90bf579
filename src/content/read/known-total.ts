/** The total of a list, counted again only after its tables have changed. */
import type { ReadProgram } from '../../sql/read-program.ts'
import type { ContentContext } from '../content-context.ts'

interface CountedTotal {
  /** As of the last `catchUp`, if it is known. */
  readonly total: number | undefined
  /** Told of the total of the same list, read since. */
  readonly learn: (total: number | null) => void
}

const NOTHING: CountedTotal = { total: undefined, learn: () => {} }

export function countTotal({ database, totals }: ContentContext, { count }: ReadProgram): CountedTotal {
  if (count === null) return NOTHING
  const version = database.versions.latest(count.tables)
  const key = `${count.text} ${JSON.stringify(count.values)}`
  const total = totals.get(key, version)
  return {
    total,
    learn: counted => {
      if (counted !== null && counted !== total) totals.set(key, version, counted)
    },
  }
}
