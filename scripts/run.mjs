// Runs one step of a script with the terminal attached and ends the process when the step fails.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** `run('tsc', ['-p', 'tsconfig.json'])` runs a binary of node_modules, or `node` itself. */
export function run(command, args = []) {
  const binary = command === 'node' ? process.execPath : join(root, 'node_modules', '.bin', command)
  const { status } = spawnSync(binary, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
