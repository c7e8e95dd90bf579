/** Cleans up after processes that died in the middle of an upload: at the start, and again as long as something is left. */
import type { MediaContext } from '../media-context.ts'
import { LEASE, type StoredNote } from './media-journal.ts'
import { settleNotes } from './settle-note.ts'

/** How soon a failure is followed by the next attempt, in milliseconds. Each further one takes twice as long, up to a lease. */
const FIRST_PAUSE = 1000

export class CleanUp {
  readonly #log: (error: unknown, message: string) => void
  #context: MediaContext | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #pause = FIRST_PAUSE

  constructor(log: (error: unknown, message: string) => void) {
    this.#log = log
  }

  /** The first round. Files of uploads that were under way are removed, and so are their temporary files. */
  async begin(context: MediaContext): Promise<void> {
    this.#context = context
    const left = await this.#round()
    const needed = left.flatMap(({ note }) => (note.kind === 'replace' ? note.backups.map(({ path }) => path) : []))
    await context.workspaces.sweep(needed).catch(this.later)
  }

  /** Reports a failure, and tries again. */
  readonly later = (error: unknown): void => {
    this.#log(error, 'files could not be cleaned up; this is tried again')
    this.#schedule()
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#context = undefined
    await this.#running
  }

  /** Returns what is left. */
  async #round(): Promise<readonly StoredNote[]> {
    if (this.#context === undefined) return []
    const left = await settleNotes(this.#context)
    if (left.length > 0) this.#schedule()
    else this.#pause = FIRST_PAUSE
    return left
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#context === undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#running = this.#round().then(() => undefined, this.later)
    }, this.#pause)
    this.#timer.unref()
    this.#pause = Math.min(2 * this.#pause, LEASE)
  }
}
