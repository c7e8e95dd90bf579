/** Every variable that makes a test longer is in the table of long forms, and runs the files that read it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LONG_FORMS, SEEDS } from '../../scripts/long/long-forms.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Not of a long form: where something is, and what other commands set. */
const OTHERS =
  /^(PATH|NODE_ENV|CHROMIUM_PATH|SHOW_LOG|POPULUS_WORKER|STRAPI_\w+|DIFFERENTIAL_(COUNT|DATABASE)|CALLS|ANSWERS|TEST_(RESULTS|DATABASES)|KILL_AT_STEP|STEPS_FILE|RUNNER_(FILE|PATIENCE)|TMPDIR)$/

const files = (readdirSync(join(ROOT, 'test'), { recursive: true }) as string[])
  .filter(name => /\.(ts|mjs)$/.test(name))
  .map(name => join('test', name))

function variablesOf(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name]) => name!)
}

const rowsOf = (variable: string) =>
  LONG_FORMS.filter(row => variable in (row.long ?? {}) || variable in (row.night ?? {}))
const runs = (places: readonly string[], file: string) => places.some(place => file.startsWith(place))

test('every variable that tests read is in a row', () => {
  const read = new Set(files.flatMap(variablesOf).filter(name => !OTHERS.test(name) && !SEEDS.includes(name)))
  expect([...read].filter(name => rowsOf(name).length === 0)).toEqual([])
})

test('a row runs every test file that reads its variable, and all its files exist', () => {
  const missing = files
    .filter(file => file.endsWith('.test.ts'))
    .flatMap(file => variablesOf(file).map(name => [file, name] as const))
    .filter(([file, name]) => rowsOf(name).length > 0 && !rowsOf(name).some(row => runs(row.files, file)))
  expect(missing).toEqual([])
  const places = LONG_FORMS.flatMap(row => row.files)
  expect(places.filter(place => !files.some(file => file.startsWith(place)))).toEqual([])
})

test('the budgets of the rows leave some of an hour on two cores', () => {
  expect(
    LONG_FORMS.reduce((sum, { minutes, long }) => sum + (long === undefined ? 0 : minutes), 0),
  ).toBeLessThanOrEqual(119)
})
