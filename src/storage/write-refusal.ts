/** Whether a database refuses writes although it answers reads, as far as the last write has shown. */

import { PopulusError } from '../errors.ts'
import type { ChangeLog } from '../kept/dependencies/change-log.ts'

/** The database can be read. What is written is refused: its disk is full, or it is read-only. */
export function isUnwritable(error: unknown): error is PopulusError {
  return error instanceof PopulusError && (error.key === 'databaseFull' || error.key === 'databaseReadOnly')
}

export class WriteRefusal {
  readonly #versions: ChangeLog
  #last: PopulusError | undefined

  constructor(versions: ChangeLog) {
    this.#versions = versions
  }

  get last(): PopulusError | undefined {
    return this.#last
  }

  /** Runs a write and remembers how it ended. One that has changed nothing proves nothing. */
  async watch<T>(write: () => Promise<T>): Promise<T> {
    const { now } = this.#versions
    try {
      const written = await write()
      if (this.#versions.now !== now) this.#last = undefined
      return written
    } catch (error) {
      this.note(error)
      throw error
    }
  }

  note(error: unknown): void {
    if (isUnwritable(error)) this.#last = error
  }

  end(): void {
    this.#last = undefined
  }
}
