/** Stops a server gracefully when the system asks for it. */

export interface Stoppable {
  close(): Promise<void>
}

/** The Unix convention for a process ended by an unhandled signal: 128 plus the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * On SIGTERM or SIGINT, running requests are finished and the process exits with 0. A second signal ends it at once.
 * If the server cannot be closed, it exits with 1.
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
