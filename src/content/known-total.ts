/** The total of a list, counted again only after its tables have changed. */
import type { ReadProgram } from '../sql/read-program.ts'
import type { ContentContext } from './content-context.ts'
import type { KnownTotal } from './load-rows.ts'

export function countTotal(
  { database, totals }: ContentContext,
  { count }: ReadProgram,
): { readonly known: KnownTotal | undefined; readonly learn: (total: number | null) => void } {
  if (count === null) return NOTHING
  const version = database.versions.latest(count.tables)
  const key = `${count.text} ${JSON.stringify(count.values)}`
  const total = totals.get(key, version)
  return {
    known: total === undefined ? undefined : { total, witness: database.witness() },
    learn: counted => {
      if (counted !== null && counted !== total) totals.set(key, version, counted)
    },
  }
}

const NOTHING = { known: undefined, learn: () => {} }
