/** Runs a limited amount of work at the same time. The rest waits in line, up to a limited number and for a limited time. */

export interface QueueLimits {
  /** How many tasks may run at the same time. */
  readonly atOnce: number
  /** How many tasks may wait. */
  readonly length: number
  /** Longest wait, in milliseconds. */
  readonly patience: number
}

interface Waiting {
  readonly since: number
  readonly begin: () => void
  readonly giveUp: (error: QueueFull) => void
}

/** The queue has no room, or the wait was too long. */
export class QueueFull extends Error {
  /** How long the waiting work will take, in milliseconds, estimated from recent work. */
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

  constructor(limits: QueueLimits, clock: () => number = () => performance.now()) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Returns the result of `work`. Rejects with QueueFull if it was never started. */
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

  /** All tasks have the same longest wait, so a task that has waited too long is at the head of the line. */
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
