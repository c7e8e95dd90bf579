import { expect, test } from 'vitest'
import { runFile } from './run-file.ts'

test('a test that fails makes the run fail', async () => {
  expect(await runFile('failing')).toEqual([expect.stringContaining('1 failed'), 1])
})

test('a test that never ends is named, and ends the run', async () => {
  expect(await runFile('stuck')).toEqual([expect.stringContaining('did not end:\ntest/runner/stuck.ts'), 1])
})
