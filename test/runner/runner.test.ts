import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('a test that fails makes the run fail', async () => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/runner/failing.config.ts']
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: 'true' } })
  let said = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', text => (said += text))
  const [code] = await once(run, 'exit')
  expect(said).toContain('1 failed')
  expect(code).toBe(1)
})
