/** Ends a read that takes too long, or that nobody waits for any more, in the middle of its statement. */
import { PopulusError } from '../../errors.ts'
import type { PostgresConnection } from './postgres-connection.ts'

/** Most reads are over before it is worth asking whether their client is still connected. */
const LISTEN_AFTER_MILLISECONDS = 100

export interface ReadWatchInput {
  readonly connection: PostgresConnection
  readonly gone: (() => AbortSignal) | undefined
  /** Time limit for the whole read, in milliseconds; 0 for none. */
  readonly timeout: number
}

export class ReadWatch {
  readonly #input: ReadWatchInput
  #timer: NodeJS.Timeout
  #signal: AbortSignal | undefined
  #reason: PopulusError | undefined

  constructor(input: ReadWatchInput) {
    this.#input = input
    this.#timer = setTimeout(() => this.#listen(), LISTEN_AFTER_MILLISECONDS)
  }

  /** Why the read was ended, if it was. Also `undefined` if the server has not even noticed. */
  get reason(): PopulusError | undefined {
    return this.#input.connection.silent ? undefined : this.#reason
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#leave)
  }

  #listen(): void {
    const { gone, timeout } = this.#input
    const left = Math.max(0, timeout - LISTEN_AFTER_MILLISECONDS)
    if (timeout > 0) this.#timer = setTimeout(() => this.#stop(new PopulusError('tooSlow', { limit: timeout })), left)
    this.#signal = gone?.()
    if (this.#signal?.aborted) this.#leave()
    else this.#signal?.addEventListener('abort', this.#leave)
  }

  readonly #leave = () => this.#stop(new PopulusError('clientGone'))

  #stop(reason: PopulusError): void {
    this.#reason = reason
    this.#input.connection.stop()
  }
}
