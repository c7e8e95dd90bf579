import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { VARIABLES } from './environment-settings.ts'
import { SETTING_PATHS } from './settings-schema.ts'

test('docs/reference/settings.md has a line for every setting and variable, and for no other', async () => {
  const page = await readFile(new URL('../../docs/reference/settings.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([\w.]+)` \|([^|]*)\|/gm)]
  const documented = rows.map(([, path, environment = '']) => [path, /`([A-Z_]+)`/.exec(environment)?.[1]])
  const variables = new Map<string, string>([
    ...VARIABLES.map(({ path, name }) => [path, name] as const),
    ['database.timezone', 'TZ'],
  ])
  expect(documented).toEqual(SETTING_PATHS.map(path => [path, variables.get(path)]))
})
