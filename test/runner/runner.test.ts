import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

async function runFile(name: string): Promise<readonly [string, number | null]> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/runner/one-file.config.ts']
  const env = { ...process.env, CI: 'true', RUNNER_FILE: name }
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', text => (said += text))
  const [code] = await once(run, 'exit')
  return [said, code as number | null]
}

test('a test that fails makes the run fail', async () => {
  expect(await runFile('failing')).toEqual([expect.stringContaining('1 failed'), 1])
})

test('a test that never ends is named, and ends the run', async () => {
  expect(await runFile('stuck')).toEqual([expect.stringContaining('did not end:\ntest/runner/stuck.ts'), 1])
})
