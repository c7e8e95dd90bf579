/** Ends a server politely when the system asks for it. */

export interface Stoppable {
  close(): Promise<void>
}

/** Unix convention for a process ended by a signal it did not handle: 128 and the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * On SIGTERM or SIGINT the running requests are finished and the process exits 0; on a second signal it exits at once.
 * A server that cannot be closed exits 1.
 */
export function stopOnSignals(server: Stoppable, note: (line: string) => void): void {
  let stopping = false
  const stop = (signal: keyof typeof EXIT_CODES) => {
    if (stopping) process.exit(EXIT_CODES[signal])
    stopping = true
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        note(`The server could not be closed: ${String(error)}`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
