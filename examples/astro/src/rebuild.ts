import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'

let asked = 0
let done: Promise<unknown> = Promise.resolve()

/** One build at a time; of those that wait for it, only the last one is needed. */
export function rebuild(): void {
  const turn = ++asked
  done = done.then(() => (turn === asked ? buildPages() : undefined)).catch(console.error)
}

/** Beside the old pages, which are served meanwhile; then in their place. */
async function buildPages(): Promise<void> {
  await promisify(execFile)('npm', ['run', 'build'], { env: { ...process.env, OUT_DIR: 'rebuilt' } })
  await rename('dist/client', 'rebuilt/old')
  await rename('rebuilt/client', 'dist/client')
  await rm('rebuilt', { recursive: true })
}
