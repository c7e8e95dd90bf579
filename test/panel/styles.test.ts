/** Names of classes are words in strings: this finds those that no style has, and styles that no element has. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const panel = fileURLToPath(new URL('../../admin/src', import.meta.url))
const files = readdirSync(panel, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
const read = (path: string) => readFileSync(path, 'utf8')
const names = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(match => match[1]!))

const theme = join(panel, 'ui/theme')
const shared = names(read(join(theme, 'utilities.css')))
const known = new Set([...shared, ...names(read(join(theme, 'theme.css')))])

const code = files.filter(path => path.endsWith('.tsx')).map(read)
const modules = files.filter(path => path.endsWith('.module.css'))
const composed = modules.flatMap(path =>
  [...read(path).matchAll(/composes: (.*) from global/g)].map(match => match[1]!),
)
const written = code.flatMap(text =>
  [...text.matchAll(/className=(?:"([^"]*)"|\{([^{}]*)\})/g)].flatMap(([, plain, expression]) =>
    plain === undefined ? [...expression!.matchAll(/'([^']*)'/g)].map(match => match[1]!) : [plain],
  ),
)
const used = new Set([...composed, ...written].flatMap(text => text.split(' ')).filter(name => name !== ''))

it('has a style for every shared class that is used', () => {
  expect([...used].filter(name => !known.has(name))).toEqual([])
})

it('uses every shared class', () => {
  expect([...shared].filter(name => !used.has(name))).toEqual([])
})

it.each(modules.map(path => [path.slice(panel.length + 1), path]))('uses every class of %s', (_, path) => {
  const file = path.split('/').at(-1)!
  const importers = code.filter(text => text.includes(`/${file}'`)).join('\n')
  expect([...names(read(path))].filter(name => !new RegExp(`\\w\\.${name}\\b`).test(importers))).toEqual([])
})
