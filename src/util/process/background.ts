/** Work that continues after a request has been answered. */

export interface Background {
  /** Starts the work after the current work is done, above all the answer. */
  later(work: () => Promise<void>): void
  /** Resolves when all work has finished. */
  settled(): Promise<void>
}

/** Reports work that fails, and forgets it. */
export function createBackground(report: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>()
  return {
    later: work => {
      const begun = new Promise<void>(resolve => setImmediate(resolve))
      const done = begun
        .then(work)
        .catch(report)
        .finally(() => running.delete(done))
      running.add(done)
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
