/** How often one shape of query is asked for, by whom, and what it takes. */

/** Queries that differ in their values alone. */
export interface QueryShape {
  /** The uid of the content type. */
  readonly type: string
  /** What is asked for: `collection`, `entry`, `single`, `unique`, `aggregate`, ... */
  readonly target: string
  /** The parameters, without values. */
  readonly text: string
  /** What the list is sorted or searched by. */
  readonly compared: readonly ComparedField[]
}

export interface ComparedField {
  /** The uid of the type that has it. */
  readonly type: string
  readonly field: string
  readonly use: 'sort' | 'filter'
}

/** One answer that was sent. */
export interface CountedAnswer {
  /** `public`, `role:authenticated`, `token:3`. */
  readonly caller: string
  readonly milliseconds: number
  /** Of the body, before it is compressed; 0 if the client had it already. */
  readonly bytes: number
  /** Whether it was already there. */
  readonly kept: boolean
}

/** Of one process, or of several together. */
export interface UseFigures extends QueryShape {
  readonly hits: number
  readonly kept: number
  readonly bytes: number
  /** Of all answers together. */
  readonly milliseconds: number
  readonly longest: number
  /** Expected before it runs; the highest one so far. */
  readonly cost: number
  /** Milliseconds since 1970. */
  readonly lastAt: number
  readonly buckets: Buckets
  readonly callers: readonly (readonly [string, number])[]
}

/** More callers of one shape are counted together, under an empty name. */
const MOST_CALLERS = 20

export class QueryUse {
  readonly shape: QueryShape
  /** It has lost its place to another shape. What is counted of it from now on counts with the rest. */
  isGone = false
  hits = 0
  lastAt = 0
  cost = 0
  #kept = 0
  #bytes = 0
  #milliseconds = 0
  #longest = 0
  readonly #durations = new Durations()
  readonly #callers = new Map<string, number>()

  constructor(shape: QueryShape) {
    this.shape = shape
  }

  count({ caller, milliseconds, bytes, kept }: CountedAnswer, now: number): void {
    this.hits += 1
    this.lastAt = now
    if (kept) this.#kept += 1
    this.#bytes += bytes
    this.#milliseconds += milliseconds
    if (milliseconds > this.#longest) this.#longest = milliseconds
    this.#durations.add(milliseconds)
    const known = this.#callers.get(caller)
    if (known !== undefined || this.#callers.size < MOST_CALLERS) this.#callers.set(caller, (known ?? 0) + 1)
    else this.#callers.set('', (this.#callers.get('') ?? 0) + 1)
  }

  figures(): UseFigures {
    return {
      ...this.shape,
      hits: this.hits,
      kept: this.#kept,
      bytes: this.#bytes,
      milliseconds: this.#milliseconds,
      longest: this.#longest,
      cost: this.cost,
      lastAt: this.lastAt,
      buckets: this.#durations.buckets,
      callers: [...this.#callers],
    }
  }
}

/** Two records of one shape, or of shapes that are counted together. */
export function mergeUses(one: UseFigures, other: UseFigures): UseFigures {
  const callers = new Map(one.callers)
  for (const [caller, hits] of other.callers) callers.set(caller, (callers.get(caller) ?? 0) + hits)
  return {
    ...one,
    hits: one.hits + other.hits,
    kept: one.kept + other.kept,
    bytes: one.bytes + other.bytes,
    milliseconds: one.milliseconds + other.milliseconds,
    longest: Math.max(one.longest, other.longest),
    cost: Math.max(one.cost, other.cost),
    lastAt: Math.max(one.lastAt, other.lastAt),
    buckets: addBuckets(one.buckets, other.buckets),
    callers: [...callers],
  }
}

// How long things took, as a small histogram: each bucket ends 1.41 times later than the one before it.

/** The end of the first bucket, in milliseconds. */
const FIRST = 0.05
/** The last bucket takes everything above half a minute. */
const BUCKETS = 40

export type Buckets = readonly number[]

class Durations {
  readonly #buckets = new Uint32Array(BUCKETS)

  add(milliseconds: number): void {
    const bucket = Math.ceil(2 * Math.log2(milliseconds / FIRST))
    this.#buckets[bucket > 0 ? Math.min(bucket, BUCKETS - 1) : 0]! += 1
  }

  get buckets(): Buckets {
    return [...this.#buckets]
  }
}

function addBuckets(one: Buckets, other: Buckets): Buckets {
  return one.map((count, index) => count + (other[index] ?? 0))
}

/** The time that this part of them did not exceed, in milliseconds: `quantile(buckets, 0.99)`. 0 if there are none. */
export function quantile(buckets: Buckets, part: number): number {
  const wanted = part * buckets.reduce((sum, count) => sum + count, 0)
  let passed = 0
  for (const [index, count] of buckets.entries()) {
    if (count > 0 && passed + count >= wanted) {
      const start = index === 0 ? 0 : endOf(index - 1)
      return round(start + (endOf(index) - start) * ((wanted - passed) / count))
    }
    passed += count
  }
  return 0
}

function endOf(bucket: number): number {
  return FIRST * 2 ** (bucket / 2)
}

function round(milliseconds: number): number {
  return Number(milliseconds.toPrecision(3))
}
