/** Runs one file of tests in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What a run of one file of this folder says, and how it ends. `patience`: milliseconds until it counts as stuck. */
export async function runFile(name: string, patience = 8000): Promise<readonly [string, number | null]> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/runner/one-file.config.ts']
  const env = { ...process.env, CI: 'true', RUNNER_FILE: name, RUNNER_PATIENCE: String(patience) }
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', text => (said += text))
  const [code] = await once(run, 'exit')
  return [said, code as number | null]
}
