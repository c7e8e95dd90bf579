/** Shows the progress of a long command on the standard error: one line that changes, or a line now and then. */

export interface Progress {
  report(what: string, done: number, total: number): void
  /** Ends the line, so the next output starts on a new one. */
  end(): void
}

interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds between two reports: on a terminal, and in a log. */
const LIVE_EVERY = 100
const LOG_EVERY = 10_000
const BAR = 24

export function progressLine(stream: Stream = process.stderr, clock: () => number = () => performance.now()): Progress {
  const live = stream.isTTY === true
  let last = live ? Number.NEGATIVE_INFINITY : clock()
  let shown = ''
  return {
    report(what, done, total) {
      const now = clock()
      if (now - last < (live ? LIVE_EVERY : LOG_EVERY) && (!live || done < total)) return
      last = now
      shown = progressText(what, done, total)
      stream.write(live ? `\r\u001b[K${shown}` : `${shown}\n`)
    },
    end() {
      if (live && shown !== '') stream.write('\n')
    },
  }
}

/** `progressText('entries', 50, 200)` is `entries [######------------------] 25 %, 50 of 200`. */
export function progressText(what: string, done: number, total: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.floor(part * BAR)
  return `${what} [${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${Math.floor(part * 100)} %, ${done} of ${total}`
}
