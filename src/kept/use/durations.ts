/** How long things took, as a small histogram: each bucket ends 1.41 times later than the one before it. */

/** The end of the first bucket, in milliseconds. */
const FIRST = 0.05
/** The last bucket takes everything above half a minute. */
const BUCKETS = 40

export type Buckets = readonly number[]

export class Durations {
  readonly #buckets = new Uint32Array(BUCKETS)

  add(milliseconds: number): void {
    const bucket = Math.ceil(2 * Math.log2(milliseconds / FIRST))
    this.#buckets[bucket > 0 ? Math.min(bucket, BUCKETS - 1) : 0]! += 1
  }

  get buckets(): Buckets {
    return [...this.#buckets]
  }
}

export function addBuckets(one: Buckets, other: Buckets): Buckets {
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
