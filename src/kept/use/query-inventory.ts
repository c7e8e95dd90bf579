/**
 * Every shape of query that is in use, in a fixed amount of memory. A kept query leads to its record, so that an address that
 * is asked for again costs a few additions. The values of queries are never here.
 */
import { type CountedAnswer, mergeUses, type QueryShape, QueryUse, type UseFigures } from './query-use.ts'

/** Less used shapes are counted together. */
const MOST_SHAPES = 400
/** Several are dropped at once, so that a flood of new shapes takes little time. */
const DROPPED_PART = 1 / 8
export const MOST_SLOW = 20
/** Slow answers are forgotten after this time, in milliseconds. */
const SLOW_FOR = 24 * 60 * 60 * 1000

export interface SlowAnswer extends CountedAnswer, Pick<QueryShape, 'type' | 'target' | 'text'> {
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Of one process. Plain values, so that they can be sent to another one. */
export interface InventoryFigures {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly uses: readonly UseFigures[]
  /** Shapes that have no record of their own. */
  readonly rest: UseFigures
  /** The slowest first. */
  readonly slowest: readonly SlowAnswer[]
  /** The last hour, the oldest minute first. */
  readonly minutes: readonly MinuteFigures[]
}

const NO_SHAPE: QueryShape = Object.freeze({ type: '', target: '', text: '', compared: [] })

export class QueryInventory {
  readonly #clock: () => number
  readonly #most: number
  readonly #since: number
  readonly #uses = new Map<string, QueryUse>()
  readonly #rest = new QueryUse(NO_SHAPE)
  /** Of the shapes that have lost their place, up to then. */
  #dropped = this.#rest.figures()
  readonly #minutes = new MinuteCounts()
  #slowest: readonly SlowAnswer[] = []

  constructor(clock: () => number = Date.now, most = MOST_SHAPES) {
    this.#clock = clock
    this.#most = most
    this.#since = clock()
  }

  /** The record of a shape. To be asked for once for each query that is kept, not for each request. */
  of(
    { type, target, text }: Omit<QueryShape, 'compared'>,
    compared: () => QueryShape['compared'],
    cost: number,
  ): QueryUse {
    const key = `${type} ${target} ${text}`
    const use = this.#uses.get(key) ?? this.#add(key, { type, target, text, compared: compared() })
    if (cost > use.cost) use.cost = cost
    return use
  }

  record(known: QueryUse, answer: CountedAnswer): void {
    const now = this.#clock()
    const use = known.isGone ? this.#rest : known
    use.count(answer, now)
    this.#minutes.count(answer, now)
    if (this.#slowest.length < MOST_SLOW || answer.milliseconds > this.#slowest.at(-1)!.milliseconds)
      this.#noteSlow(use, answer, now)
  }

  figures(): InventoryFigures {
    return {
      since: this.#since,
      uses: [...this.#uses.values()].filter(({ hits }) => hits > 0).map(use => use.figures()),
      rest: mergeUses(this.#dropped, this.#rest.figures()),
      slowest: this.#slowest,
      minutes: this.#minutes.figures(this.#clock()),
    }
  }

  #add(key: string, shape: QueryShape): QueryUse {
    if (this.#uses.size >= this.#most) this.#dropSome()
    const use = new QueryUse(shape)
    this.#uses.set(key, use)
    return use
  }

  /** Those that are used least; of equal ones, those that have not been used for longest. */
  #dropSome(): void {
    const byUse = [...this.#uses].sort(([, one], [, other]) => one.hits - other.hits || one.lastAt - other.lastAt)
    for (const [key, use] of byUse.slice(0, Math.ceil(this.#most * DROPPED_PART))) {
      this.#uses.delete(key)
      use.isGone = true
      if (use.hits > 0) this.#dropped = mergeUses(this.#dropped, use.figures())
    }
  }

  #noteSlow({ shape: { type, target, text } }: QueryUse, answer: CountedAnswer, at: number): void {
    const recent = this.#slowest.filter(known => at - known.at < SLOW_FOR)
    this.#slowest = [...recent, { ...answer, type, target, text, at }]
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, MOST_SLOW)
  }
}

// How many answers there were in each of the last sixty minutes, and how many of them were kept ones.

const MINUTE = 60_000
const MINUTES = 60

export interface MinuteFigures {
  /** Its start, in milliseconds since 1970. */
  readonly at: number
  readonly answers: number
  readonly kept: number
  /** Of all answers together. */
  readonly milliseconds: number
}

class MinuteCounts {
  /** Which minute a place is about. */
  readonly #minute = new Float64Array(MINUTES)
  readonly #answers = new Uint32Array(MINUTES)
  readonly #kept = new Uint32Array(MINUTES)
  readonly #milliseconds = new Float64Array(MINUTES)

  count({ kept, milliseconds }: Pick<CountedAnswer, 'kept' | 'milliseconds'>, now: number): void {
    const minute = Math.floor(now / MINUTE)
    const place = minute % MINUTES
    if (this.#minute[place] !== minute) {
      this.#minute[place] = minute
      this.#answers[place] = 0
      this.#kept[place] = 0
      this.#milliseconds[place] = 0
    }
    this.#answers[place]! += 1
    if (kept) this.#kept[place]! += 1
    this.#milliseconds[place]! += milliseconds
  }

  /** All of them, the oldest first. */
  figures(now: number): readonly MinuteFigures[] {
    const last = Math.floor(now / MINUTE)
    return Array.from({ length: MINUTES }, (_, index) => {
      const minute = last - MINUTES + 1 + index
      const place = minute % MINUTES
      const isKnown = this.#minute[place] === minute
      return {
        at: minute * MINUTE,
        answers: isKnown ? this.#answers[place]! : 0,
        kept: isKnown ? this.#kept[place]! : 0,
        milliseconds: isKnown ? this.#milliseconds[place]! : 0,
      }
    })
  }
}
