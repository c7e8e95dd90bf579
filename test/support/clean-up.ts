/** Undoes what a test file has set up. Test files share a process, so nothing ends by itself. */
import { afterAll } from 'vitest'

const steps: (() => unknown)[] = []

/** To be called anywhere, also in hooks and tests. The steps run when the file ends, the last one first. */
export function cleanUp(step: () => unknown): void {
  steps.push(step)
}

/** What the code of a browser, or a clock of a test, takes the place of. */
const GLOBALS = ['BroadcastChannel', 'Date', 'document', 'fetch', 'indexedDB', 'setInterval', 'setTimeout', 'window']

const globalNow = () => GLOBALS.map(name => (globalThis as Record<string, unknown>)[name])

/** Called once for each test file, by the setup file. */
export function cleanUpAfterFile(): void {
  const before = globalNow()
  afterAll(async () => {
    const problems: unknown[] = []
    for (const step of steps.splice(0).reverse()) {
      try {
        await step()
      } catch (error) {
        problems.push(error)
      }
    }
    const after = globalNow()
    const left = GLOBALS.filter((_, index) => after[index] !== before[index])
    if (left.length > 0) problems.push(new Error(`the test file has left another ${left.join(', ')} behind`))
    if (problems.length > 0) throw new AggregateError(problems, 'the test file could not be cleaned up')
  })
}
