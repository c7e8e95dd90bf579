/** The Content-Type Builder of the management API, under `populus dev`. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SchemaFilesInfo, WishedChange } from '../../src/admin-api/builder-api.ts'
import type { SchemaInfo } from '../../src/admin-api/schema-api.ts'
import { adminApp } from '../identity/administrators/admin-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { ARTICLE, Builder, fileOf, TAG } from './schema-builder.ts'

describe.each(CLIENTS)('the builder on %s', client => {
  const builder = new Builder()
  let id = 0

  beforeAll(async () => {
    await builder.start(client)
    const tag = await builder.entry(TAG, { name: 'alpine' })
    const data = { title: 'Hut', subtitle: 'in the hills', views: 3, seo: { metaTitle: 'a hut' }, tags: [tag.id] }
    id = (await builder.entry(ARTICLE, data)).id
  })

  it('lists the schema files of the project', async () => {
    const { models } = await builder.data<SchemaFilesInfo>('GET', '/schema/files')
    expect(models.map(({ uid, kind, path }) => [uid, kind, path])).toEqual([
      [ARTICLE, 'collectionType', fileOf('article')],
      [TAG, 'collectionType', fileOf('tag')],
      ['shared.seo', 'component', 'src/components/shared/seo.json'],
    ])
    expect((await builder.data<SchemaInfo>('GET', '/schema')).editable).toBe(true)
  })

  it('plans a new type with its relation, and changes nothing', async () => {
    const plan = await builder.plan(RECIPE)
    expect(plan.created).toEqual(['api::recipe.recipe'])
    expect(plan.files.map(({ path, before }) => [path, before === null])).toEqual([
      [fileOf('recipe'), true],
      [fileOf('tag'), false],
    ])
    expect(plan.statements.some(text => /^create table "?recipes"?/i.test(text))).toBe(true)
    expect(plan.confirm).toEqual([])
    expect(existsSync(join(builder.project.folder, fileOf('recipe')))).toBe(false)
    expect((await builder.plan(RECIPE)).statements).toEqual(plan.statements)
  })

  it('creates a type with its relation, which is served when it answers', async () => {
    expect(await builder.applied(RECIPE)).toMatchObject({ created: ['api::recipe.recipe'], problem: null })
    expect(await builder.read(fileOf('recipe'))).toEqual({
      kind: 'collectionType',
      collectionName: 'recipes',
      info: { singularName: 'recipe', pluralName: 'recipes', displayName: 'Recipe' },
      options: { draftAndPublish: false },
      pluginOptions: {},
      attributes: {
        name: { type: 'string', required: true },
        minutes: { type: 'integer', min: 1 },
        tags: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'recipes' },
      },
    })
    expect((await builder.read(fileOf('tag'))).attributes.recipes).toEqual({
      type: 'relation',
      relation: 'manyToMany',
      target: 'api::recipe.recipe',
      mappedBy: 'tags',
    })
    const made = await builder.entry('api::recipe.recipe', { name: 'Soup', minutes: 20, tags: [1] })
    expect(made.id).toBe(1)
  })

  it('keeps the content of renamed attributes: columns, components and links', async () => {
    const names: Record<string, string> = { title: 'headline', seo: 'meta', tags: 'labels' }
    const attributes = (await builder.wishes(ARTICLE)).map(wish => ({ ...wish, name: names[wish.name] ?? wish.name }))
    const change: WishedChange = { action: 'update', uid: ARTICLE, model: { attributes } }
    const plan = await builder.plan(change)
    expect(plan.confirm).toEqual([])
    expect(plan.statements.join('\n')).toContain('rename column "title" to "headline"')
    expect((await builder.applied(change)).problem).toBe(null)
    const file = await builder.read(fileOf('article'))
    expect(Object.keys(file.attributes)).toEqual(['headline', 'subtitle', 'slug', 'views', 'meta', 'labels'])
    expect(file.attributes.slug).toEqual({ type: 'uid', targetField: 'headline' })
    expect((await builder.read(fileOf('tag'))).attributes.articles.mappedBy).toBe('labels')
    const found = JSON.stringify(await builder.values(ARTICLE, id))
    for (const kept of ['"headline":"Hut"', 'a hut', 'alpine']) expect(found).toContain(kept)
  })

  it('renames the end of a relation from its other side', async () => {
    const attributes = (await builder.wishes(TAG)).map(wish =>
      wish.name === 'articles'
        ? { ...wish, definition: { ...(wish.definition as object), mappedBy: 'tags' } as never }
        : wish,
    )
    expect((await builder.applied({ action: 'update', uid: TAG, model: { attributes } })).problem).toBe(null)
    expect((await builder.read(fileOf('article'))).attributes.tags.inversedBy).toBe('articles')
    expect(JSON.stringify(await builder.values(ARTICLE, id))).toContain('alpine')
  })

  it('needs a word for content that nobody would read any more', async () => {
    const attributes = (await builder.wishes(ARTICLE)).filter(({ name }) => name !== 'subtitle')
    const change: WishedChange = { action: 'update', uid: ARTICLE, model: { attributes } }
    const { confirm } = await builder.plan(change)
    expect(confirm).toEqual([
      { key: 'unread column articles.subtitle 1', kind: 'unread', place: 'articles.subtitle', count: 1 },
    ])
    const refused = await builder.apply([change])
    expect([refused.status, refused.body.error.details]).toEqual([409, { confirm }])
    expect(Object.keys((await builder.read(fileOf('article'))).attributes)).toContain('subtitle')
    expect((await builder.applied(change)).problem).toBe(null)
    expect(Object.keys((await builder.read(fileOf('article'))).attributes)).not.toContain('subtitle')
  })

  it('adds an attribute where one was deleted without taking it for a rename', async () => {
    const attributes = [...(await builder.wishes(ARTICLE)), { name: 'claim', definition: { type: 'string' } }]
    expect((await builder.applied({ action: 'update', uid: ARTICLE, model: { attributes } })).problem).toBe(null)
    expect(await builder.values(ARTICLE, id)).toMatchObject({ claim: null })
  })

  it('converts a column whose values fit, and refuses the others', async () => {
    const changed = async (name: string, kind: string): Promise<WishedChange> => ({
      action: 'update',
      uid: ARTICLE,
      model: {
        attributes: (await builder.wishes(ARTICLE)).map(wish =>
          wish.name === name ? { ...wish, definition: { type: kind } } : wish,
        ),
      },
    })
    expect((await builder.applied(await changed('views', 'string'))).problem).toBe(null)
    expect(await builder.values(ARTICLE, id)).toMatchObject({ views: '3' })
    const [problem] = (await builder.refused(await changed('headline', 'integer'))) as { message: string }[]
    expect(problem!.message).toContain('Cannot convert articles.headline')
  })

  it('asks what becomes of drafts', async () => {
    const switched = async (draftAndPublish: boolean): Promise<WishedChange> => ({
      action: 'update',
      uid: TAG,
      model: { draftAndPublish, attributes: await builder.wishes(TAG) },
    })
    await builder.applied(await switched(true))
    await builder.entry(TAG, { name: 'a draft' })
    const off = await switched(false)
    const { confirm } = await builder.plan(off)
    expect(confirm).toEqual([{ key: 'drafts tags 1', kind: 'drafts', place: 'tags', count: 1 }])
    expect((await builder.apply([off], { confirmed: ['drafts tags 1'] })).status).toBe(409)
    const done = await builder.apply([off], { drafts: 'delete' })
    expect([done.status, done.body.error]).toEqual([200, undefined])
  })

  it('deletes a type, and what leads to it', async () => {
    const remove: WishedChange = { action: 'delete', uid: TAG }
    const places = (await builder.plan(remove)).confirm.map(({ place }) => place)
    expect(places).toContain('tags')
    expect((await builder.applied(remove)).problem).toBe(null)
    expect(existsSync(join(builder.project.folder, 'src/api/tag'))).toBe(false)
    expect(Object.keys((await builder.read(fileOf('article'))).attributes)).not.toContain('tags')
    expect(await builder.send('GET', `/content/${TAG}`)).toMatchObject({ status: 404 })
  })

  it('names the place of every mistake', async () => {
    const create = (model: object): WishedChange => ({ action: 'create', model: { ...PAGE, ...model } as never })
    const attribute = (name: string, definition: object) => create({ attributes: [{ name, definition }] })
    const at = async (change: WishedChange) =>
      ((await builder.refused(change)) as { path: string[] }[]).map(({ path }) => path.join(' '))
    expect(await at(create({ name: '../page' }))).toEqual([''])
    expect(await at(create({ name: 'article', plural: 'pages' }))).toEqual(['api::article.article'])
    expect(await at(create({ plural: 'articles' }))).toContain('api::page.page info pluralName')
    expect(await at(attribute('id', { type: 'string' }))).toEqual(['api::page.page attributes id'])
    expect(await at(attribute('createdAt', { type: 'string' }))).toEqual(['api::page.page attributes createdAt'])
    expect(await at(attribute('a b', { type: 'string' }))).toContain('api::page.page attributes a b')
    expect(await at(attribute('a', { type: 'strng' }))).toEqual(['api::page.page attributes a type'])
    expect(await at(attribute('a', { type: 'string', minLength: -1 }))).toEqual([
      'api::page.page attributes a minLength',
    ])
    expect(await at(attribute('a', { type: 'integer', min: 5, max: 2 }))).toEqual(['api::page.page attributes a max'])
    expect(await at(attribute('a', { type: 'integer', default: 'x' }))).toEqual(['api::page.page attributes a default'])
    expect(await at(attribute('a', { type: 'enumeration', enum: [] }))).toEqual(['api::page.page attributes a enum'])
    expect(await at(attribute('a', { type: 'string', regex: '(' }))).toEqual(['api::page.page attributes a regex'])
    expect(await at(attribute('a', { type: 'media', allowedTypes: ['cars'] }))).toHaveLength(1)
    expect(await at(attribute('a', { type: 'component', component: 'shared.x' }))).toHaveLength(1)
    expect(await at(attribute('a', { type: 'relation', relation: 'manyToOne', target: 'api::x.x' }))).toEqual([
      'api::page.page attributes a target',
    ])
    const taken = { type: 'relation', relation: 'manyToOne', target: ARTICLE, inversedBy: 'headline' }
    expect(await at(attribute('a', taken))).toEqual(['api::page.page attributes a inversedBy'])
    expect(await at(create({ attributes: [WORD, WORD] }))).toEqual(['api::page.page attributes word'])
    expect(await at({ action: 'delete', uid: 'plugin::upload.file' })).toEqual(['plugin::upload.file'])
    expect((await builder.apply([{ action: 'burn' } as never])).status).toBe(400)
  })

  it('refuses changes of files that somebody has edited meanwhile', async () => {
    const version = await builder.version()
    const path = join(builder.project.folder, 'src/components/shared/seo.json')
    const file = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...file, info: { displayName: 'SEO' } }))
    const { status } = await builder.send('POST', '/schema/plan', { version, changes: [RECIPE] })
    expect(status).toBe(409)
  })
})

const WORD = { name: 'word', definition: { type: 'string' } }
const PAGE = { kind: 'collectionType', name: 'page', attributes: [] }
const RECIPE: WishedChange = {
  action: 'create',
  model: {
    kind: 'collectionType',
    name: 'recipe',
    attributes: [
      { name: 'name', definition: { type: 'string', required: true } },
      { name: 'minutes', definition: { type: 'integer', min: 1 } },
      {
        name: 'tags',
        definition: { type: 'relation', relation: 'manyToMany', target: TAG, inversedBy: 'recipes' },
      },
    ],
  },
}

describe('elsewhere', () => {
  const app = adminApp('sqlite')

  it.each(['GET /schema/files', 'POST /schema/plan', 'POST /schema/apply'])(
    '%s says why it is not there',
    async name => {
      const { status, body } = await app.call(name, { body: name.startsWith('GET') ? undefined : {} })
      expect([status, JSON.stringify(body)]).toEqual([403, expect.stringContaining('only under populus dev')])
      expect(await app.status(name, { token: null })).toBe(401)
    },
  )

  it('the panel is told that it can only look', async () => {
    expect(await app.data('GET /schema')).toMatchObject({ editable: false })
  })
})
