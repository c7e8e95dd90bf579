/** Work that goes on after a request has been answered. */

export interface Background {
  /** Starts the work after what is being done now, the answer above all. */
  later(work: () => Promise<void>): void
  /** Resolves when all work has ended. */
  settled(): Promise<void>
}

/** Work that fails is reported and forgotten. */
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
