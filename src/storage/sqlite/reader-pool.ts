/**
 * A few processes that read from a SQLite file. They are started when needed, kept for a while, and killed when a read
 * takes too long or nobody waits for it any more. Nothing else ends a SQLite statement in the middle.
 */
import { PopulusError } from '../../errors.ts'
import type { BoundStatement, SeenStatement } from '../../sql/statement.ts'
import type { ExpensiveFigures, ReadOptions, ReadSteps } from '../database.ts'
import { Turns } from '../turns.ts'
import { Reader } from './reader.ts'
import type { SqliteConnectionOptions } from './sqlite-connection.ts'

/** How many reads may wait per process, and for how long. */
const WAITING_EACH = 10
const PATIENCE_MILLISECONDS = 5000
/** A process that has been unused for this long is ended. */
const IDLE_MILLISECONDS = 5 * 60_000
/** How long a process waits for another one's lock. It may sleep, as nobody else waits for it. */
const LOCK_MILLISECONDS = 5000

export interface ReaderPoolOptions {
  readonly connection: SqliteConnectionOptions
  /** Maximum number of processes. */
  readonly size: number
  /** Time limit for one read, in milliseconds. */
  readonly timeout: number
  readonly onStatement: (statement: SeenStatement) => void
}

export class ReaderPool {
  readonly #options: ReaderPoolOptions
  readonly #turns: Turns
  readonly #idle: Reader[] = []
  readonly #busy = new Set<Reader>()
  #idleTimer: NodeJS.Timeout | undefined
  #ended = 0
  #closed = false

  constructor(options: ReaderPoolOptions) {
    this.#options = options
    const { size } = options
    this.#turns = new Turns({ size, mostWaiting: size * WAITING_EACH, patience: PATIENCE_MILLISECONDS })
  }

  figures(): ExpensiveFigures {
    return { ...this.#turns.figures(), ended: this.#ended, processes: this.#idle.length + this.#busy.size }
  }

  /**
   * Reads in one snapshot, which the first level begins. `ran` receives the time the statements took, in milliseconds.
   */
  async read<T, R>(
    steps: ReadSteps<T, R>,
    first: readonly BoundStatement<R>[],
    { gone }: ReadOptions,
    ran: (milliseconds: number) => void,
  ): Promise<T> {
    const signal = gone?.()
    const end = await this.#turns.take(signal)
    const reader = this.#take()
    const { timeout } = this.#options
    const timer = setTimeout(() => this.#kill(reader, new PopulusError('tooSlow', { limit: timeout })), timeout)
    const leave = () => this.#kill(reader, new PopulusError('clientGone'))
    signal?.addEventListener('abort', leave)
    try {
      const found = await this.#readLevels(reader, steps, first)
      ran(reader.took)
      return found
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      this.#giveBack(reader)
      end()
    }
  }

  async #readLevels<T, R>(reader: Reader, steps: ReadSteps<T, R>, first: readonly BoundStatement<R>[]): Promise<T> {
    let step: IteratorResult<readonly BoundStatement<R>[], T> = { done: false, value: first }
    try {
      for (let begin = true; !step.done; begin = false) {
        for (const statement of step.value) this.#options.onStatement(statement)
        step = steps.next(await reader.ask(step.value, begin))
      }
      return step.value
    } finally {
      reader.release()
    }
  }

  #take(): Reader {
    let reader = this.#idle.pop()
    while (reader?.usable === false) reader = this.#idle.pop()
    reader ??= this.#start()
    this.#busy.add(reader)
    return reader
  }

  #start(): Reader {
    return new Reader({ ...this.#options.connection, lockTimeout: LOCK_MILLISECONDS })
  }

  #giveBack(reader: Reader): void {
    this.#busy.delete(reader)
    if (this.#closed) return
    // Spares the next read the wait for a process to start.
    this.#idle.push(reader.usable ? reader : this.#start())
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MILLISECONDS).unref()
  }

  #kill(reader: Reader, why: PopulusError): void {
    this.#ended += 1
    reader.kill(why)
  }

  /** Ends all running reads. */
  interrupt(): void {
    for (const reader of this.#busy) this.#kill(reader, new PopulusError('unavailable'))
  }

  #endIdle(): void {
    for (const reader of this.#idle.splice(0)) reader.kill(new PopulusError('unavailable'))
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    this.interrupt()
    this.#endIdle()
  }
}
