/**
 * Where in the primary's log the known changes are. Every question to the primary tells a position: all changes that were known
 * when it was asked are before it. Positions are counted in bytes since the beginning of the log.
 */

/** What an answer of the primary tells about its log. */
export interface LogNews {
  /** The number of the last change that is before the position for certain. */
  readonly until: number
  /** Taken after the snapshot. */
  readonly position: number
  /** Transactions that the snapshot does not see yet. A replica may see one of them before the primary does. */
  readonly running: ReadonlySet<number>
  /** Nor does it see any transaction from this number on, although some of them may be running already. */
  readonly to: number
}

/** What is known about the snapshot of a read on a replica. */
export interface ReplicaView {
  /** Nothing behind this position was seen; `Infinity` if that is unknown. */
  readonly seen: number
  /** No transaction from this number on was seen. */
  readonly to: number
  /** Transactions below that number of which it is known that they were not seen. */
  readonly unseen: ReadonlySet<number>
}

interface Mark {
  readonly until: number
  readonly position: number
}

/** Older marks are not needed: a later one only makes readers wait for more than they would have to. */
const MOST_MARKS = 1000

const NOBODY: ReadonlySet<number> = new Set()

export class LogPositions {
  #marks: Mark[] = []
  #latest = -1
  /** A position from before the last snapshot was taken. */
  #before = -1
  #running = NOBODY
  #to = 0

  /** The last position; -1 before the first one. */
  get latest(): number {
    return this.#latest
  }

  get running(): ReadonlySet<number> {
    return this.#running
  }

  /** After a new connection to the primary, which may be another server with another log. */
  reset(): void {
    this.#marks = []
    this.#latest = -1
    this.#before = -1
    this.#running = NOBODY
    this.#to = 0
  }

  learn({ until, position, running, to }: LogNews): void {
    this.#before = this.#latest
    this.#latest = position
    this.#running = running
    this.#to = to
    const last = this.#marks.at(-1)
    if (last !== undefined && last.until >= until) return
    this.#marks.push({ until, position })
    if (this.#marks.length > MOST_MARKS) this.#marks = this.#marks.slice(-MOST_MARKS / 2)
  }

  /** The log up to this position has all changes up to this number. `undefined` until the primary was asked after them. */
  of(change: number): number | undefined {
    const marks = this.#marks
    if ((marks.at(-1)?.until ?? -1) < change) return undefined
    let [low, high] = [0, marks.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (marks[middle]!.until < change) low = middle + 1
      else high = middle
    }
    return marks[low]!.position
  }

  /** Whether the primary was last asked after everything that the replica has seen was in its log. */
  isOlder({ seen }: ReplicaView): boolean {
    return seen <= this.#before
  }

  /**
   * Whether the primary's last snapshot sees all that the replica has seen, given that all of it was in the log by then. A
   * transaction that is in the log is in the snapshot or still running: its commit waits for other servers, for example.
   */
  explains({ to, unseen }: ReplicaView): boolean {
    if (to > this.#to) return false
    for (const transaction of this.#running) if (transaction < to && !unseen.has(transaction)) return false
    return true
  }
}

/** Bytes at the beginning of a page of the log. */
const PAGE_HEADER = 24

/**
 * The end of the last record. The primary names the place of the next record, which is behind the header of a new page,
 * while a replica names the end of the page before until that record comes.
 */
export function endOfRecord(position: number, pageSize: number): number {
  return position % pageSize === PAGE_HEADER ? position - PAGE_HEADER : position
}
