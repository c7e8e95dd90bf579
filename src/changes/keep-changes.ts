/** Drops what was kept for long enough from time to time, while a server runs. */

const INTERVAL = 60 * 60 * 1000

export interface KeptChanges {
  stop(): Promise<void>
}

export interface KeepInput {
  /** Milliseconds since 1970. */
  readonly drop: (now: number) => Promise<void>
  /** Is told what went wrong; the next hour tries again. */
  readonly failed: (error: unknown) => void
}

export function keepChanges({ drop, failed }: KeepInput): KeptChanges {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = drop(Date.now()).catch(failed)
  }, INTERVAL)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
