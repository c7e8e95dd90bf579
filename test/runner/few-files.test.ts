import { expect, test } from 'vitest'
import { runFile } from './run-file.ts'

test('a first read and a save in the panel touch few files', { timeout: 900_000 }, async () => {
  const [said, code] = await runFile('few-files', 600_000)
  expect(code, said).toBe(0)
})
