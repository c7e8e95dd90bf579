/** ARCHITECTURE.md shows who may import whom, as `npm run check` checks it, and every folder that there is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const walls = createRequire(import.meta.url)('../../scripts/import-walls.cjs') as Record<string, readonly string[]>

test('the table of who may import whom is that of the walls', () => {
  const table = page.slice(page.indexOf('## Who may import whom'))
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name, allowed]) => [name, allowed])
  expect(rows).toEqual(Object.entries(walls).map(([name, allowed]) => [name, allowed.join(', ') || 'nothing']))
})

test('every folder of src has a wall and a place on the map', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter(entry => entry.isDirectory())
  const map = page.slice(page.indexOf('## Code map'), page.indexOf('## Where the rights are'))
  for (const { name } of folders) {
    expect(Object.keys(walls), name).toContain(name)
    expect(map, name).toContain(`\`src/${name}\``)
  }
})

test('the map has at most 25 rows, each of one line, and its links lead somewhere', () => {
  const map = page.slice(page.indexOf('## Code map'), page.indexOf('## Where the rights are'))
  const rows = map.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| folder'))
  expect(rows.length).toBeLessThanOrEqual(25)
  for (const row of rows) expect(row.length, row).toBeLessThan(180)
  for (const [, target = ''] of page.matchAll(/\]\(([^)#:]+)\)/g))
    expect(existsSync(join(root, target)), target).toBe(true)
})

test('the stories name files that exist', () => {
  const stories = page.slice(0, page.indexOf('## Code map'))
  for (const [, path = ''] of stories.matchAll(/\(`([a-z/-]+\.ts)`\)/g))
    expect(existsSync(join(root, 'src', path)), path).toBe(true)
})

test('src/strapi can be left out: one file reaches it, and its tests are apart', () => {
  const mentions = (folder: string, text: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => /\.m?ts$/.test(path) && readFileSync(join(root, folder, path), 'utf8').includes(text))
      .map(path => path.split('/')[0])
  expect(mentions('src', "'#strapi'")).toEqual(['strapi-support.ts'])
  expect(new Set(mentions('test', join('..', 'src/strapi/')))).toEqual(new Set(['strapi']))
})

const MOST_FILES = 20

test('no folder has so many files that nobody finds one', () => {
  const crowded: string[] = []
  const look = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const files = entries.filter(entry => entry.isFile() && !entry.name.includes('.test.'))
    if (files.length > MOST_FILES) crowded.push(`${folder}: ${files.length}`)
    for (const entry of entries) if (entry.isDirectory()) look(`${folder}/${entry.name}`)
  }
  for (const folder of ['src', 'admin/src']) look(folder)
  expect(crowded).toEqual([])
})

/** The door of a feature, the guide of a room, and the texts of a language have the same name everywhere. */
const SHARED_NAMES = new Set(['entry.ts', 'README.md'])

test.each(['src', 'admin/src'])('no file name is found twice in %s', folder => {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => extname(path) !== '' && !path.startsWith('i18n'))
    .map(path => basename(path))
    .filter(name => !SHARED_NAMES.has(name))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
