/** Another process that holds a lock on a SQLite file. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('lock-holder.mjs', import.meta.url))

/**
 * Resolves once the process holds the lock, which the statements take. The result is a promise for the end of the
 * process.
 */
export async function holdLock(
  filename: string,
  milliseconds: number,
  ...statements: string[]
): Promise<{ readonly released: Promise<unknown> }> {
  const child = spawn(process.execPath, [PROGRAM, filename, String(milliseconds), ...statements], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const released = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), released.then(() => Promise.reject(new Error('no lock')))])
  return { released }
}
