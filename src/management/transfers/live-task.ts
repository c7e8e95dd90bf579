/** A task that goes on in this process: how far it is, and what its owner says. */
import type { ServerTask, TaskPhase } from '../../admin-api/settings/transfer-api.ts'
import type { Watch } from './transfer-acts.ts'

export type Shown<Facts> = Omit<ServerTask<Facts>, 'id'>

/** The task, for whoever works on it. */
export interface OpenTask<Facts> extends Watch {
  readonly facts: Facts
  show(facts: Partial<Facts>, state?: 'running' | 'waiting'): void
  /** What its owner says next. Rejects when the task is to end. */
  told(): Promise<string>
  /** Ends it, as its owner would. */
  cancel(): void
}

export class LiveTask<Facts> {
  task: ServerTask<Facts>
  ended: Promise<void> = Promise.resolve()
  /** Why it is to end before its time. */
  endState: 'cancelled' | 'interrupted' | null = null
  isClosed = false
  readonly open: OpenTask<Facts>
  readonly #stop = new AbortController()
  #changed = false
  #lastTold: string | null = null
  #heard = (_what: string): void => undefined
  #wake = (): void => undefined

  constructor(id: string, shown: Shown<Facts>) {
    this.task = { id, ...shown }
    const current = () => this.task.facts
    this.open = {
      get facts() {
        return current()
      },
      signal: this.#stop.signal,
      progress: (phase: TaskPhase, done: number, total: number) => this.#change({ phase, done, total }),
      show: (facts, state) => {
        this.#change({ facts: { ...this.task.facts, ...facts }, ...(state === undefined ? {} : { state }) })
        this.wake()
      },
      told: () => this.#told(),
      cancel: () => this.end('cancelled'),
    }
  }

  /** For the board. */
  get text(): string {
    const { id: _, ...shown } = this.task
    return JSON.stringify(shown)
  }

  takeChanged(): boolean {
    const changed = this.#changed
    this.#changed = false
    return changed
  }

  /** The board shows the same until something else is said. */
  tell(what: string): void {
    if (what === this.#lastTold) return
    this.#lastTold = what
    if (what === 'cancel') this.end('cancelled')
    else this.#heard(what)
  }

  end(state: 'cancelled' | 'interrupted'): void {
    if (this.isClosed) return
    this.endState ??= state
    this.#stop.abort()
    this.wake()
  }

  close(state: ServerTask['state'], endedAt: string, problem: string | null = null): void {
    this.#change({ state, endedAt, problem })
    this.isClosed = true
  }

  wake(): void {
    this.#wake()
  }

  pause(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #told(): Promise<string> {
    return new Promise((resolve, reject) => {
      const stop = () => reject(new Error('the task is to end'))
      if (this.#stop.signal.aborted) stop()
      this.#stop.signal.addEventListener('abort', stop, { once: true })
      this.#heard = resolve
    })
  }

  #change(change: Partial<ServerTask<Facts>>): void {
    this.task = { ...this.task, ...change }
    this.#changed = true
  }
}
