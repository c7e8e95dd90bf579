/** Undoes what a test file has set up. Test files share a process, so nothing ends by itself. */
import { afterAll } from 'vitest'

const steps: (() => unknown)[] = []

/** To be called anywhere, also in hooks and tests. The steps run when the file ends, the last one first. */
export function cleanUp(step: () => unknown): void {
  steps.push(step)
}

/** Called once for each test file, by the setup file. */
export function cleanUpAfterFile(): void {
  afterAll(async () => {
    const problems: unknown[] = []
    for (const step of steps.splice(0).reverse()) {
      try {
        await step()
      } catch (error) {
        problems.push(error)
      }
    }
    if (problems.length > 0) throw new AggregateError(problems, 'the test file could not be cleaned up')
  })
}
