/** No code reads a file or folder of a project under a name that the list of parts does not have. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isFollowed, PROJECT_PARTS, partAt } from './project-parts.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

/** Programs of the package itself, and folders of other things than projects. */
const OTHER_FOLDERS: readonly string[] = [
  'util/package-file.ts',
  'storage/sqlite/sqlite-snapshot.ts',
  'strapi/archive/convert-archive.ts',
  'media/images/',
  'media/library/',
  'media/settings/',
  'media/sizes/',
]

/** `join(config.folder, 'rules')`, `join(folder, 'src', 'api')`: the first name. */
const NAMED = /\bjoin\(\s*(?:[\w.#]*\.)?(?:folder|project)\s*,\s*['`]([^'`$]+)['`]/g
/** The same with a name in a variable, which hides it from the check. */
const HIDDEN = /\bjoin\(\s*(?:[\w.#]*\.)?(?:folder|project)\s*,\s*([A-Z][A-Z_]+)\b/g

const isOther = (file: string): boolean => OTHER_FOLDERS.some(place => file.startsWith(place))

/** Constants that are made from the list. */
const DERIVED: readonly string[] = ['PROJECT_PARTS', 'UPLOADS_PATH']

function sources(): readonly string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  return files.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !isOther(file))
}

function found(form: RegExp): readonly (readonly [string, string])[] {
  return sources().flatMap(file =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(form)].map(([, name]) => [file, name!] as const),
  )
}

test('every file and folder of a project that code reads is in the list', () => {
  const read = found(NAMED)
  expect(read.length).toBeGreaterThan(5)
  expect(read.filter(([, name]) => partAt(name.split('/')[0]!) === undefined)).toEqual([])
})

test('no name of such a folder is hidden in a constant', () => {
  expect(found(HIDDEN).filter(([, name]) => !DERIVED.includes(name))).toEqual([])
})

test('everything that a server is built from is archived', () => {
  const lost = Object.values(PROJECT_PARTS).filter(
    ({ followed, archived }) => followed !== undefined && archived !== 'guard' && archived !== 'apart',
  )
  expect(lost).toEqual([])
})

test.each([
  ['rules/own.json', true],
  ['rules/deep/own.json', false],
  ['queries/home.json', true],
  ['populus/hooks.ts', true],
  ['populus/lib/help.mjs', true],
  ['src/api/tag/content-types/tag/schema.json', true],
  ['src/api/tag/content-types/tag/schema.ts', true],
  ['src/components/shared/seo.js', true],
  ['src/api/tag/controllers/tag.js', false],
  ['config/env/production/api.ts', true],
  ['populus.config.mjs', true],
  ['.env', true],
  ['public/index.html', false],
  ['node_modules/x/package.json', false],
])('%s is followed: %s', (path, followed) => {
  expect(isFollowed(path)).toBe(followed)
})
