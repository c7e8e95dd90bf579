/** The smallest query that still shows a difference: parts are taken away as long as it stays. */
import type { Query, QueryPart } from '../properties/query-generator.ts'

const MOST_TRIES = 400

export async function shrink(query: Query, differs: (query: Query) => Promise<boolean>): Promise<Query> {
  let smallest: QueryPart = query
  let tries = 0
  let progress = true
  while (progress) {
    progress = false
    for (const smaller of smallerParts(smallest)) {
      if (tries++ > MOST_TRIES) return smallest as Query
      if (!(await differs(smaller as Query))) continue
      smallest = smaller
      progress = true
      break
    }
  }
  return smallest as Query
}

/** Every part with one thing taken away, the biggest things first. */
function* smallerParts(part: QueryPart): Generator<QueryPart> {
  if (typeof part !== 'object' || part === null) return
  if (Array.isArray(part)) {
    const items = part as readonly QueryPart[]
    for (const index of items.keys()) if (items.length > 1) yield items.filter((_, at) => at !== index)
    for (const [index, item] of items.entries())
      for (const smaller of smallerParts(item)) yield items.map((other, at) => (at === index ? smaller : other))
    return
  }
  const entries = Object.entries(part)
  for (const [key] of entries) yield Object.fromEntries(entries.filter(([name]) => name !== key))
  for (const [key, value] of entries) {
    // A group or a negation is often not needed around what it holds.
    if ((key === '$and' || key === '$or') && Array.isArray(value))
      for (const item of value as readonly QueryPart[]) yield item
    if (key === '$not' && typeof value === 'object' && value !== null) yield value
    for (const smaller of smallerParts(value))
      yield Object.fromEntries(entries.map(([name, other]) => [name, name === key ? smaller : other]))
  }
}
