/** Where plans are kept: whole queries, and the parts that queries share. A flood of queries evicts none of the parts. */
import { BoundedCache } from '../../kept/bounded-cache.ts'
import type { ListProgram } from '../../sql/read-program.ts'
import type { PreparedRead, PreparedShown } from './prepared-read.ts'
import type { PlannedShape } from './shapes/planned-shape.ts'

export interface KeptPlans {
  /** By the text of the query. */
  readonly queries: BoundedCache<PreparedRead>
  /** Lists that take other values, by what remains of their text without them. */
  readonly shapes: BoundedCache<PlannedShape>
  /** What is shown of entries, by what it means. */
  readonly shown: BoundedCache<PreparedShown>
  /** The statements of lists, by their shape. */
  readonly lists: BoundedCache<ListProgram>
}

/** `open` makes a cache with a part of the memory for plans. */
export function keptPlans(open: <Value extends object>(part: number) => BoundedCache<Value>): KeptPlans {
  return { queries: open(1 / 4), shapes: open(1 / 4), shown: open(1 / 4), lists: open(1 / 4) }
}

export function smallPlans(bytes: number): KeptPlans {
  return keptPlans(part => new BoundedCache(bytes * part))
}
