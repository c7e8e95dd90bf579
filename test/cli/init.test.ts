/** `populus init` and `populus types add`, in an empty folder. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { addressOf, feedPopulus, startPopulus } from './run-populus.ts'

async function run(words: readonly string[]) {
  const { code, out, error } = await feedPopulus('', ...words)
  return { code, output: out + error }
}

async function inits(...words: readonly string[]) {
  const folder = join(temporaryFolder(), 'my site')
  const { code, output } = await run(['init', folder, ...words])
  return { folder, code, output }
}

test('from an empty folder to an answer', async () => {
  const { folder, code, output } = await inits('--from', 'empty', '--database', 'sqlite')
  expect(output).toContain('npm run dev')
  expect(code).toBe(0)
  expect((await readdir(folder)).sort()).toEqual([
    '.env',
    '.gitignore',
    'README.md',
    'package.json',
    'populus.config.json',
    'src',
    'tsconfig.json',
  ])
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'my-site',
    allowScripts: { 'better-sqlite3': true },
  })

  const attributes = ['title:string!', 'slug:uid(title)', 'kind:enumeration(soup,cake)', 'photos:media[]']
  const added = await run(['types', 'add', 'recipe', ...attributes, '--folder', folder])
  expect(added.code).toBe(0)
  expect((await run(['types', 'add', 'category', 'recipes:recipe[]', '--folder', folder])).code).toBe(0)
  const named = await run(['types', 'add', 'notes', 'title:string', '--folder', folder])
  expect(named.output).toContain('notes was taken for')
  await rm(join(folder, 'src/api/notes'), { recursive: true })
  const file = join(folder, 'src/api/recipe/content-types/recipe/schema.json')
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    kind: 'collectionType',
    collectionName: 'recipes',
    info: { singularName: 'recipe', pluralName: 'recipes', displayName: 'Recipe' },
    options: { draftAndPublish: false },
    pluginOptions: {},
    attributes: {
      title: { type: 'string', required: true },
      slug: { type: 'uid', targetField: 'title' },
      kind: { type: 'enumeration', enum: ['soup', 'cake'] },
      photos: { type: 'media', multiple: true, allowedTypes: ['images', 'files', 'videos', 'audios'] },
    },
  })
  expect((await run(['types', 'list', '--folder', folder])).output).toContain('/api/categories')

  const running = startPopulus(['start', folder, '--port', '0'])
  try {
    const address = await addressOf(running)
    await run(['grant', 'public', 'recipe', '--actions', 'find,create', '--folder', folder])
    const body = JSON.stringify({ data: { title: 'Soup', kind: 'soup' } })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${address}/api/recipes`, { method: 'POST', headers, body })).status).toBe(200)
    const answer = await fetch(`${address}/api/recipes?fields[0]=title&populate=photos&pagination[pageSize]=1`)
    expect(await answer.json()).toMatchObject({
      data: [{ id: 1, attributes: { title: 'Soup', photos: { data: [] } } }],
    })
  } finally {
    running.process.kill('SIGTERM')
    await running.finished
  }
})

test('the magazine comes with its content, and settings with what was chosen', async () => {
  const { folder, code } = await inits('--from', 'blog', '--database', 'postgres://me@db/site', '--dialect', 'strapi4')
  expect(code).toBe(0)
  expect(await readdir(join(folder, 'src/api'))).toContain('article')
  expect(await readdir(join(folder, 'public/uploads'))).not.toEqual([])
  expect(await readdir(join(folder, 'queries'))).toContain('latest.json')
  expect(await readFile(join(folder, '.env'), 'utf8')).toContain('DATABASE_URL=postgres://me@db/site\n')
  expect(await readFile(join(folder, 'populus.config.json'), 'utf8')).toBe(
    '{\n  "api": {\n    "dialect": "strapi4"\n  }\n}\n',
  )
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).not.toContain('uploads')
})

test.each([
  [[], { populateWithPagination: true }],
  [['--populate-with-pagination', 'no'], { populateWithPagination: false }],
  [['--dialect', 'document'], { dialect: 'document', populateWithPagination: true }],
])('init %j writes the settings %j', async (words, api) => {
  const { folder, code } = await inits('--from', 'empty', ...words)
  expect(code).toBe(0)
  expect(JSON.parse(await readFile(join(folder, 'populus.config.json'), 'utf8'))).toEqual({ api })
})

test.each([
  [['--database', 'oracle://db/site'], 'oracle://db/site is no database: write sqlite, or an address'],
  [['--populate-with-pagination', 'maybe'], '--populate-with-pagination maybe is not a choice'],
])('init %j is refused and writes nothing', async (words, message) => {
  const { folder, code, output } = await inits('--from', 'empty', ...words)
  expect([code, output]).toEqual([1, expect.stringContaining(message)])
  expect(existsSync(folder)).toBe(false)
})

test('a Strapi project is looked at, and only what is missing is written', async () => {
  const folder = join(temporaryFolder(), 'site')
  const type = join(folder, 'src/api/note/content-types/note')
  await mkdir(type, { recursive: true })
  const manifest = JSON.stringify({ name: 'site', dependencies: { '@strapi/strapi': '4.26.2' } })
  await writeFile(join(folder, 'package.json'), manifest)
  const info = { singularName: 'note', pluralName: 'notes', displayName: 'Note' }
  const schema = { kind: 'collectionType', collectionName: 'notes', info, attributes: { text: { type: 'text' } } }
  await writeFile(join(type, 'schema.json'), JSON.stringify(schema))
  const looked = await run(['init', folder, '--from', 'strapi'])
  expect([looked.code, looked.output]).toEqual([0, expect.stringContaining('1 content types and 0 components')])
  expect(looked.output).toContain(`with the dialect strapi4, from the database ${folder}/.tmp/data.db`)
  expect((await readdir(folder)).sort()).toEqual(['package.json', 'src'])
  const words = ['init', folder, '--database', 'postgres://me@db/site', '--dialect', 'document']
  const written = await run(words)
  expect(written.output).toContain('Wrote populus.config.json\n')
  expect(written.output).toContain('with the dialect document, from the database postgres://db:5432/site')
  const settings = join(folder, 'populus.config.json')
  expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({
    api: { dialect: 'document' },
    database: { client: 'postgres', url: 'postgres://me@db/site' },
  })
  expect((await stat(settings)).mode & 0o777).toBe(0o600)
  await writeFile(settings, '{}')
  expect((await run(words)).output).toContain(
    'populus.config.json exists and stays as it is; add to it: "api":{"dialect":"document"},"database":{"client":"postgres","url":"postgres://me@db/site"}',
  )
  expect(await readFile(settings, 'utf8')).toBe('{}')
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe(manifest)
  const { code, output } = await run(['init', join(temporaryFolder(), 'none'), '--from', 'strapi'])
  expect([code, output]).toEqual([1, expect.stringContaining('is not a Strapi v4 project')])
})

test('nothing is overwritten', async () => {
  const folder = join(temporaryFolder(), 'used')
  await mkdir(folder)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const { code, output } = await run(['init', folder, '--from', 'empty'])
  expect([code, output]).toEqual([
    1,
    `${folder} is not empty\n  - it contains notes.txt\n  - name a new folder: populus init my-project\n`,
  ])
  expect(await readdir(folder)).toEqual(['notes.txt'])
})

test('relations to the type itself, to users and with a second end; components; a few translated attributes', async () => {
  const { folder } = await inits('--from', 'empty', '--database', 'sqlite')
  const here = ['--folder', folder]
  const schema = async (path: string) => JSON.parse(await readFile(join(folder, 'src', path), 'utf8'))
  const type = (name: string) => schema(`api/${name}/content-types/${name}/schema.json`)
  const component = await run(['components', 'add', 'shared.seo', 'title:string!', 'image:media', 'by:user', ...here])
  expect([component.code, component.output]).toEqual([0, expect.stringContaining('src/components/shared/seo.json')])
  expect(await schema('components/shared/seo.json')).toMatchObject({
    collectionName: 'components_shared_seos',
    attributes: { by: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.user' } },
  })
  expect((await run(['components', 'list', ...here])).output).toContain('shared.seo')
  expect((await run(['types', 'add', 'category', 'parent:category(children)', 'owner:user', ...here])).code).toBe(0)
  expect((await type('category')).attributes).toEqual({
    parent: { type: 'relation', relation: 'manyToOne', target: 'api::category.category', inversedBy: 'children' },
    owner: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
    children: { type: 'relation', relation: 'oneToMany', target: 'api::category.category', mappedBy: 'parent' },
  })
  const words = ['title:string!', 'code:string', 'seo:shared.seo', 'category:category(pages)']
  const added = await run(['types', 'add', 'page', ...words, '--localized', 'title,seo', ...here])
  expect(added.output).toContain('Changed ')
  const page = await type('page')
  const translated = { pluginOptions: { i18n: { localized: true } } }
  expect(page).toMatchObject(translated)
  expect(page.attributes.title).toMatchObject(translated)
  expect(page.attributes.code).toEqual({ type: 'string' })
  expect((await type('category')).attributes.pages).toEqual({
    type: 'relation',
    relation: 'oneToMany',
    target: 'api::page.page',
    mappedBy: 'category',
  })
})

test('what is refused leaves nothing behind, and other files as they were', async () => {
  const { folder } = await inits('--from', 'empty', '--database', 'sqlite')
  await run(['types', 'add', 'tag', 'name:string', '--folder', folder])
  const file = join(folder, 'src/api/tag/content-types/tag/schema.json')
  const before = await readFile(file, 'utf8')
  const refused = async (...words: string[]) => {
    const { code, output } = await run([...words, '--folder', folder])
    expect(code).toBe(1)
    expect(await readdir(join(folder, 'src'))).toEqual(['api'])
    expect(await readdir(join(folder, 'src/api'))).toEqual(['tag'])
    expect(await readFile(file, 'utf8')).toBe(before)
    return output
  }
  expect(await refused('types', 'add', 'page', 'tags:tag(pages)[]', 'seo:shared.seo')).toContain('shared.seo')
  expect(await refused('types', 'add', 'tag', 'colour:string')).toContain(
    'to give it more attributes, edit src/api/tag/content-types/tag/schema.json',
  )
  expect(await refused('types', 'add', 'tags')).toContain('choose another')
  expect(await refused('types', 'add', 'page', 'tag:tga')).toContain('did you mean tag?')
  expect(await refused('types', 'add', 'page', 'owner:user(pages)')).toContain('cannot have pages at its other end')
  expect(await refused('types', 'add', 'page', 'tag:tag(name)')).toContain('has name already')
  expect(await refused('types', 'add', 'page', 'title:string', '--localized', 'titel')).toContain('names titel')
  expect(await refused('components', 'add', 'seo')).toContain('write its category and its name: shared.seo')
  expect(await refused('components', 'add', 'shared.seo', 'tag:tag(seos)')).toContain('have no other end')
})

test.each([
  [['types', 'add', 'Recipe'], 'Recipe cannot be the name of a content type'],
  [['types', 'add', 'page', 'title'], 'Cannot read title'],
  [['types', 'add', 'page', 'title:strng'], 'did you mean string?'],
  [['types', 'add', 'page', 'seo:shared.seo'], 'there is no component "shared.seo"'],
  [['types', 'add', 'file'], 'The name file is taken'],
  [['types', 'add', 'page', 'names:string[]'], 'names:string[]: string cannot be a list'],
  [['types', 'add', 'page', 'blocks:zone(shared.seo)[]'], 'a zone always has many components'],
  [['types', 'add', 'page', 'kind:enumeration'], 'as in kind:enumeration(a,b,c)'],
  [['types', 'add', 'page', 'title:string', 'slug:uid(titel)'], 'did you mean title?'],
])('%j is refused and writes nothing', async (words, message) => {
  const { folder } = await inits('--from', 'empty', '--database', 'sqlite')
  const { code, output } = await run([...words, '--folder', folder])
  expect(output).toContain(message)
  expect(code).toBe(1)
  expect(await readdir(join(folder, 'src/api'))).not.toContain('schema.json')
})
