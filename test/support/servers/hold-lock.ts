/** Another process that holds a lock on a SQLite file. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('lock-holder.mjs', import.meta.url))

/** Holds it for ten minutes at most. */
const MOST_MILLISECONDS = 600_000

/** Resolves once the process holds the lock, which the statements take. `release` ends it. */
export async function holdLock(
  filename: string,
  ...statements: string[]
): Promise<{ readonly release: () => Promise<unknown> }> {
  const child = spawn(process.execPath, [PROGRAM, filename, String(MOST_MILLISECONDS), ...statements], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const released = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), released.then(() => Promise.reject(new Error('no lock')))])
  return {
    release: () => {
      child.kill('SIGKILL')
      return released
    },
  }
}
