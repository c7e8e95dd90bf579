/** `docs/reference/document.md` names examples that exist, and leaves out no part of the contract. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(ROOT, 'docs/reference/document.md'), 'utf8')

/** Titles by the file that has them. */
const TITLES = new Map(
  readdirSync(join(ROOT, 'test/spec'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && !name.endsWith('document-map.test.ts'))
    .map(name => [`test/spec/${name}`, titlesOf(readFileSync(join(ROOT, 'test/spec', name), 'utf8'))]),
)

/** `example('...', {` and its variants such as `exampleWithFields("...", {`. */
function titlesOf(source: string): readonly string[] {
  return [...source.matchAll(/^example\w*\(\s*(['"])((?:(?!\1).)+)\1/gm)].map(match => match[2]!)
}

interface Row {
  readonly where: string
  readonly examples: readonly { readonly title: string; readonly file: string }[]
}

/** The rows of the tables: `| 4.3, rule 4 | what it says | “title” ([name](file))<br>... |`. */
const ROWS: readonly Row[] = PAGE.split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => {
    const [, where = '', , examples = ''] = line.split(' | ').join('|').split('|')
    const named = [...examples.matchAll(/“([^”]+)” \(\[[\w-]+\]\(\.\.\/\.\.\/([^)]+)\)\)/g)]
    return {
      where: where.trim(),
      examples: named.map(match => ({ title: match[1]!.replace(/\\(.)/g, '$1'), file: match[2]! })),
    }
  })

/** Every section of the contract, and every numbered item and rule in it. */
const PARTS = [
  ...['1', '2.1', '2.2', '2.3', '2.4', '3', '4.1', '4.2', '4.3', '5', '7', '8', '9'],
  ...[1, 2, 3, 4, 5].map(item => `1, item ${item}`),
  ...['string', 'date', 'number', 'generic'].map(group => `2.2, ${group}`),
  ...[1, 2, 3].map(rule => `4.2, rule ${rule}`),
  ...[1, 2, 3, 4, 5, 6, 7].map(rule => `4.3, rule ${rule}`),
  ...[1, 2, 3].map(rule => `5, rule ${rule}`),
]

/** Says only that nothing is shown. */
const EMPTY_PART = '6'

describe('the page about the contract', () => {
  it('names only examples that exist, in the file that it links to', () => {
    const missing = ROWS.flatMap(({ examples }) => examples).filter(
      ({ title, file }) => !TITLES.get(file)?.includes(title),
    )
    expect(missing).toEqual([])
  })

  it('has an example for every section, item and rule', () => {
    const covered = new Set(ROWS.filter(({ examples }) => examples.length > 0).map(({ where }) => where))
    expect(PARTS.filter(part => !covered.has(part))).toEqual([])
  })

  it('knows no part that the contract does not have, and leaves a row empty only where nothing is shown', () => {
    expect(ROWS.filter(({ where }) => ![...PARTS, EMPTY_PART].includes(where))).toEqual([])
    expect(ROWS.filter(({ examples }) => examples.length === 0).map(({ where }) => where)).toEqual([EMPTY_PART])
  })
})

it('no two examples have the same title', () => {
  const all = [...TITLES.values()].flat()
  expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([])
})
