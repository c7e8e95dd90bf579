/** Cleans up after processes that died in the middle of an upload: at the start, and again as long as something is left. */
import type { MediaContext } from '../media-context.ts'
import { LEASE, type StoredNote } from './media-journal.ts'
import { settleNotes } from './settle-note.ts'

export class CleanUp {
  readonly #log: (error: unknown, message: string) => void
  #context: MediaContext | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

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

  /** Reports a failure, and tries again when the note of the failed work has expired. */
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
    return left
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#context === undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#running = this.#round().then(() => undefined, this.later)
    }, LEASE)
    this.#timer.unref()
  }
}
