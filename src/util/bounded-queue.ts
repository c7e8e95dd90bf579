/** Work of which only some is done at the same time; the rest waits in line, in limited number and for a limited time. */

export interface QueueLimits {
  /** Most pieces of work at the same time. */
  readonly atOnce: number
  /** Most pieces of work that wait. */
  readonly length: number
  /** Longest wait, in milliseconds. */
  readonly patience: number
}

interface Waiting {
  readonly since: number
  readonly begin: () => void
  readonly giveUp: (error: QueueFull) => void
}

/** There is no room in the queue, or the wait was too long. */
export class QueueFull extends Error {
  /** How long the work that waits now will take, in milliseconds, judged by what was done last. */
  readonly expected: number

  constructor(expected: number) {
    super('The queue is full')
    this.expected = expected
  }
}

export class BoundedQueue {
  readonly #limits: QueueLimits
  readonly #clock: () => number
  #waiting: Waiting[] = []
  #running = 0
  #lastDuration = 0

  constructor(limits: QueueLimits, clock: () => number = Date.now) {
    this.#limits = limits
    this.#clock = clock
  }

  /** What `work` gives. Rejects with QueueFull when it was not even begun. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    const begun = this.#clock()
    try {
      return await work()
    } finally {
      this.#lastDuration = this.#clock() - begun
      this.#running -= 1
      this.#beginNext()
    }
  }

  #turn(): Promise<void> {
    const { atOnce, length } = this.#limits
    if (this.#running < atOnce && this.#waiting.length === 0) {
      this.#running += 1
      return Promise.resolve()
    }
    if (this.#waiting.length >= length) return Promise.reject(this.#full())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ since: this.#clock(), begin: resolve, giveUp: reject })
    })
  }

  /** All wait equally long at most, so that whoever has waited too long is at the head of the line. */
  #beginNext(): void {
    const latest = this.#clock() - this.#limits.patience
    const late = this.#waiting.findIndex(({ since }) => since >= latest)
    const gone = this.#waiting.splice(0, late === -1 ? this.#waiting.length : late)
    for (const { giveUp } of gone) giveUp(this.#full())
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#running += 1
    next.begin()
  }

  #full(): QueueFull {
    return new QueueFull((this.#waiting.length * this.#lastDuration) / this.#limits.atOnce)
  }
}
