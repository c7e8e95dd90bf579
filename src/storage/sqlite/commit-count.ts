/**
 * How often a SQLite file with a write-ahead log has been committed to, by any process and program. SQLite itself counts
 * commits in the index of the log (`<file>-shm`, format at https://sqlite.org/walformat.html), but has no function that
 * returns the number: `data_version` only says that there were some.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { endianness } from 'node:os'
import { platform } from 'node:process'

/** The header of the index, and its copy. They differ while somebody writes them. */
const HEADER = 48
/** Where the header has the number of commits. */
const COUNT_AT = 8
const MOST_ATTEMPTS = 3

/** Whether the commits of a file can be counted. A connection to it must be open. */
export function canCountCommits(filename: string): boolean {
  // Elsewhere, a file that is mapped into memory may read differently.
  return (platform === 'linux' || platform === 'darwin') && existsSync(indexOf(filename))
}

function indexOf(filename: string): string {
  return `${realpathSync(filename)}-shm`
}

export class CommitCount {
  /** Undefined once it is closed: its number may belong to another file then. */
  #index: number | undefined
  readonly #bytes = Buffer.alloc(2 * HEADER)

  /** For as long as a connection to the file is open. */
  constructor(filename: string) {
    this.#index = openSync(indexOf(filename), 'r')
  }

  /**
   * Includes every commit that a connection has seen before this call. `undefined` where it cannot be known. SQLite starts
   * again at 0 when nobody has the file open, and after a process was killed while it wrote these few bytes.
   */
  read(): number | undefined {
    if (this.#index === undefined) return undefined
    const bytes = this.#bytes
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const length = readSync(this.#index, bytes, 0, bytes.length, 0)
      const isWhole = length === bytes.length && bytes.compare(bytes, HEADER, 2 * HEADER, 0, HEADER) === 0
      if (isWhole) return endianness() === 'BE' ? bytes.readUInt32BE(COUNT_AT) : bytes.readUInt32LE(COUNT_AT)
    }
    return undefined
  }

  /**
   * After the connections were closed. Closing a file releases all locks that this process has on it, also those of SQLite
   * for other connections. So it stays open unless SQLite has deleted it, as it does when nobody needs it any more.
   */
  close(): void {
    if (this.#index === undefined || fstatSync(this.#index).nlink > 0) return
    closeSync(this.#index)
    this.#index = undefined
  }
}
