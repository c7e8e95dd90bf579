import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SETTINGS } from './settings.ts'
import { withSettingsTable } from './settings-table.ts'

test('docs/reference/settings.md has the table of the schema; `npm run docs` writes it', async () => {
  const page = await readFile(new URL('../../../docs/reference/settings.md', import.meta.url), 'utf8')
  expect(page).toBe(withSettingsTable(page))
})

test('every setting has a meaning and a default', () => {
  for (const { path, meaning, otherwise, default: constant } of SETTINGS) {
    expect(meaning, path).toMatch(/\.$/)
    expect(otherwise ?? constant, path).toBeDefined()
  }
})
