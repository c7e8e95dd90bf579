/** Ends this process when the one that started it is gone, even in the middle of a statement that blocks it. */
import { Worker } from 'node:worker_threads'

const WATCH = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 500)
`

/** `parent` is not the present parent: that one may have been killed before this line runs. */
export function endWithParent(parent: number): void {
  process.once('disconnect', () => process.exit(0))
  // Without it, a blocked process would not learn of the end.
  new Worker(WATCH, { eval: true, workerData: parent, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
  // The terminal sends these signals to the whole group. The parent decides, because it finishes what it has begun.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}
