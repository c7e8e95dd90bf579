/** Lets a bounded number of callers do something at the same time. A bounded number of others wait for their turn. */
import { PopulusError } from '../errors.ts'

export interface TurnsOptions {
  /** How many callers have their turn at the same time. */
  readonly size: number
  /** How many callers may wait. All others are refused at once. */
  readonly mostWaiting: number
  /** How long a caller waits, in milliseconds. */
  readonly patience: number
}

export interface TurnsFigures {
  readonly running: number
  readonly waiting: number
}

interface Waiting {
  readonly serve: () => void
}

export class Turns {
  readonly #options: TurnsOptions
  readonly #waiting = new Set<Waiting>()
  #running = 0

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  figures(): TurnsFigures {
    return { running: this.#running, waiting: this.#waiting.size }
  }

  /** Resolves with the function that ends the turn. Rejects when too many others wait, or when the caller is gone. */
  async take(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new PopulusError('clientGone')
    if (this.#running < this.#options.size) this.#running += 1
    else if (this.#waiting.size < this.#options.mostWaiting) await this.#wait(signal)
    else throw this.#refusal()
    return () => this.#end()
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting)
        clearTimeout(timer)
        signal?.removeEventListener('abort', goAway)
      }
      const goAway = () => {
        leave()
        reject(new PopulusError('clientGone'))
      }
      const timer = setTimeout(() => {
        leave()
        reject(this.#refusal())
      }, this.#options.patience)
      const serve = () => {
        leave()
        resolve()
      }
      const waiting: Waiting = { serve }
      this.#waiting.add(waiting)
      signal?.addEventListener('abort', goAway)
    })
  }

  #end(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#running -= 1
    else next.serve()
  }

  #refusal(): PopulusError {
    const { size, patience } = this.#options
    return new PopulusError('tooManyExpensive', { limit: size }, { retryAfter: Math.ceil(patience / 1000) })
  }
}
