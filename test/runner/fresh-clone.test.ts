/** In a fresh clone nothing is installed: what these scripts import before they install must come with Node. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url))

/** Everything that a file imports at once, directly or through others. Imports within functions come later. */
function importedBy(path: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const names = [...readFileSync(path, 'utf8').matchAll(/^import (?:[^;']*? from )?'([^']+)'/gm)].map(
    ([, name]) => name!,
  )
  return names.flatMap(name => (name.startsWith('.') ? importedBy(resolve(path, '..', name), seen) : [name]))
}

test.each(['start.mjs', 'test.mjs', 'test-long.mjs', 'test-night.mjs'])('%s', name => {
  const imported = importedBy(resolve(SCRIPTS, name))
  expect(imported).toContain('node:child_process')
  expect(imported.filter(found => !found.startsWith('node:'))).toEqual([])
})
