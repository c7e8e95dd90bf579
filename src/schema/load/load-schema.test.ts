import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSchema } from './load-schema.ts'

async function project(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-schema-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const typeText = (name: string, attributes = {}) =>
  JSON.stringify({ collectionName: `${name}s`, info: { singularName: name, pluralName: `${name}s` }, attributes })

test('types, components and extensions of a project are found', async () => {
  const folder = await project({
    'src/api/tag/content-types/tag/schema.json': typeText('tag'),
    'src/api/blogPost/content-types/blog-post/schema.json': `\ufeff${typeText('blog-post')}`,
    'src/api/blogPost/content-types/blog-post/lifecycles.js': 'not read',
    'src/api/.gitkeep': '',
    'src/components/shared/seo.json': '{"collectionName": "components_shared_seos", "attributes": {}}',
    'src/extensions/users-permissions/content-types/user/schema.json': '{"attributes": {"nick": {"type": "string"}}}',
  })
  const { schema, warnings } = await loadSchema(folder, { privateAttributes: ['nick'] })
  const own = [...schema.types.values()].filter(type => type.userDefined)
  expect(own.map(type => type.uid)).toEqual(['api::blog-post.blog-post', 'api::tag.tag'])
  expect([...schema.components.keys()]).toEqual(['shared.seo'])
  expect(schema.types.get('plugin::users-permissions.user')?.attributes.get('nick')?.private).toBe(true)
  // The extension has left out the role that the built-in roles refer to.
  expect(warnings).toEqual([
    'the built-in type plugin::users-permissions.role, attributes.users.mappedBy: "plugin::users-permissions.user" has no attribute "role"; the relation reads as empty.',
  ])
})

test('a folder without schema files has the built-in types', async () => {
  const { schema, warnings } = await loadSchema(await project({}))
  expect([...schema.types.values()].some(type => type.userDefined)).toBe(false)
  expect(schema.types.size).toBe(15)
  expect(warnings).toEqual([])
})

test('an extension of a type that is not built in is reported', async () => {
  const path = 'src/extensions/users-permissions/content-types/users/schema.json'
  const { warnings } = await loadSchema(await project({ [path]: '{"attributes": {}}' }))
  expect(warnings).toEqual([
    `${path}: is not used: there is no built-in type "plugin::users-permissions.users". Did you mean "plugin::users-permissions.user"?`,
  ])
})

test('bad JSON and schemas in code are refused, together with all other problems', async () => {
  const folder = await project({
    'src/api/a/content-types/a/schema.json': '{\n  "info": {},\n}',
    'src/api/b/content-types/b/schema.json': typeText('b', {
      a: { type: 'relation', relation: 'oneToOne', target: 'api::a.a' },
      x: { type: 'sting' },
    }),
    'src/api/c/content-types/c/schema.js': 'module.exports = {}',
    'src/components/shared/seo.js': 'module.exports = {}',
  })
  await expect(loadSchema(folder)).rejects.toMatchObject({
    problems: [
      'src/api/c/content-types/c/schema.js: schemas written as code are not supported; use a .json file',
      'src/components/shared/seo.js: schemas written as code are not supported; use a .json file',
      'src/api/a/content-types/a/schema.json: is not JSON: line 3, column 1: unexpected "}"',
      'src/api/b/content-types/b/schema.json, attributes.x.type: there is no attribute type "sting". Did you mean "string"?',
    ],
  })
})

test('schema files under another name or in another folder are reported', async () => {
  const folder = await project({
    'src/api/recipe/content-types/recipe/recipe.json': typeText('recipe'),
    'src/api/cake/content-types/schema.json': typeText('cake'),
    'src/api/tea/content-type/tea/schema.json': typeText('tea'),
  })
  const lines = [
    'src/api/cake/content-types/schema.json: is not used: a content type belongs in src/api/cake/content-types/cake/schema.json',
    'src/api/tea/content-type: is not used: the folder must be called content-types',
    'src/api/recipe/content-types/recipe/recipe.json: is not used: the file must be called schema.json',
  ]
  await expect(loadSchema(folder)).rejects.toThrow(['The schema files have 3 problems:', ...lines].join('\n  - '))
  expect((await loadSchema(folder, { adopted: true })).warnings).toEqual(lines)
})

const ADVICE = (seen: string) =>
  `This seems to be a Strapi project (it has ${seen}), but package.json does not depend on Strapi, so it is read as a project of Populus. To run it as in Strapi, write "dependencies": { "@strapi/strapi": "4.26.2" } into package.json`

test('a Strapi project without its package.json is told what to write', async () => {
  const path = 'src/api/tea/content-types/tea/schema.json'
  const settings = await project({ [path]: typeText('tea'), 'config/server.ts': 'export default () => ({})' })
  expect((await loadSchema(settings)).warnings).toEqual([ADVICE('config/server.ts')])
  expect((await loadSchema(settings, { adopted: true })).warnings).toEqual([])

  const tea = JSON.parse(typeText('tea')) as object
  const stages = await project({ [path]: JSON.stringify({ ...tea, options: { noStageAttribute: true } }) })
  await expect(loadSchema(stages)).rejects.toMatchObject({
    problems: [
      `${path}, options.noStageAttribute: there is no option "noStageAttribute".`,
      ADVICE(`options.noStageAttribute in ${path}`),
    ],
  })
})
