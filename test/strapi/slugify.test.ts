/** strapi-plugin-slugify, built in. The expected slugs and answers are those of version 2.3.8. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Config } from '../../src/config/config.ts'
import { slugText } from '../../src/strapi/run/slugify/slug-text.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

type Slugify = NonNullable<Config['adopt']['slugify']>

const STRING = { type: 'string' }
const type = (name: string, attributes: object, draftAndPublish = false) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify({
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish },
    attributes,
  }),
})
const rights = (name: string) => ['find', 'create', 'update'].map(action => `api::${name}.${name}.${action}`)
const FILES: Readonly<Record<string, string>> = {
  ...type('article', { title: STRING, lead: STRING, slug: STRING, tags: { type: 'json' } }, true),
  ...type('page', { title: STRING, slug: { type: 'uid' } }),
  ...type('secret', { title: STRING, slug: STRING }),
  'content/permissions.json': JSON.stringify({
    public: [
      ...[...rights('article'), ...rights('page'), 'api::secret.secret.create'],
      'plugin::slugify.slugController.findSlug',
    ],
  }),
}
const core = (part: string, made: string) => ({
  [`src/api/page/${part}/page.js`]: `module.exports = require('@strapi/strapi').factories.${made}('api::page.page')`,
})
const LIFECYCLES = {
  ...core('routes', 'createCoreRouter'),
  ...core('controllers', 'createCoreController'),
  ...core('services', 'createCoreService'),
  'src/api/page/content-types/page/lifecycles.js': `module.exports = {
    beforeCreate({ params: { data } }) { if (data.title === 'old') data.title = 'From the file' },
  }`,
  'src/index.js': `module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({
    models: ['api::page.page'],
    beforeUpdate({ params: { data } }) { if (data.slug) data.slug += '-seen' },
    async afterCreate({ result }) {
      if (result.title === 'Twice') await strapi.db.query('api::page.page').create({ data: { title: 'By Query' } })
    },
  }) } }`,
}
const OPTIONS: Slugify = {
  contentTypes: {
    article: { field: 'slug', references: ['title', 'lead'] },
    page: { field: 'slug', references: 'title' },
    secret: { field: 'slug', references: ['title'] },
  },
  slugifyOptions: {},
  shouldUpdateSlug: false,
  skipUndefinedReferences: false,
}

async function project(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-slugify-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...FILES, ...more })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

async function send(app: App, url: string, data?: object) {
  const method = data === undefined ? 'GET' : /\d$/.test(url) ? 'PUT' : 'POST'
  const answer = await app.inject({ method, url, ...(data === undefined ? {} : { payload: { data } }) })
  return { status: answer.statusCode, body: answer.json() as { data: { id: number; attributes: { slug: unknown } } } }
}

async function slugOf(app: App, url: string, data: object): Promise<unknown> {
  const { status, body } = await send(app, url, data)
  expect([status, body]).toEqual([200, expect.anything()])
  return body.data.attributes.slug
}

describe.each(CLIENTS)('slugify on %s', client => {
  let app: App
  let eager: App
  let coded: App

  beforeAll(async () => {
    const folder = await project()
    const open = async (slugify: Partial<Slugify>, root = folder) =>
      buildTestApp({
        ...{ folder: root, database: await freshDatabase(client), dialect: 'strapi4' as const, strapi: true },
        adopt: { slugify: { ...OPTIONS, ...slugify } },
      })
    app = await open({})
    const options = { separator: '_', customReplacements: [['@', ' at ']] as [string, string][] }
    eager = await open({ shouldUpdateSlug: true, skipUndefinedReferences: true, slugifyOptions: options })
    coded = await open({}, await project(LIFECYCLES))
  })

  test('a new entry gets a slug, unless it has one or a field is missing', async () => {
    expect(await slugOf(app, '/api/pages', { title: "Conway's Law & Й" })).toBe('conway-s-law-and-j')
    expect(await slugOf(app, '/api/pages', { title: 'Own', slug: 'mine' })).toBe('mine')
    expect(await slugOf(app, '/api/articles', { title: 'Two', lead: 'Fields' })).toBe('two-fields')
    expect(await slugOf(app, '/api/articles', { title: 'One' })).toBe(null)
    expect(await slugOf(app, '/api/articles', { title: 'One', lead: '' })).toBe(null)
  })

  test('an update makes a new slug if it changes a field and has no slug', async () => {
    const { body } = await send(app, '/api/pages', { title: 'First name' })
    const url = `/api/pages/${body.data.id}`
    expect(await slugOf(app, url, { title: 'Second name' })).toBe('second-name')
    expect(await slugOf(app, url, { title: 'Third name', slug: 'by-hand' })).toBe('by-hand')
    expect(await slugOf(app, url, { title: 'Third name' })).toBe('by-hand')
    expect(await slugOf(app, url, { title: null })).toBe('by-hand')
  })

  test('the options: separator, replacements, fields to skip, slugs that are always made', async () => {
    const { body } = await send(eager, '/api/articles', { title: 'me@Home', slug: 'given' })
    expect(body.data.attributes.slug).toBe('me_at_home')
    const url = `/api/articles/${body.data.id}`
    expect(await slugOf(eager, url, { title: 'New', slug: 'given' })).toBe('new')
    expect(await slugOf(eager, url, { title: 'New', slug: 'given' })).toBe('given')
  })

  test('lifecycle files run before, subscribers of bootstrap after, and db.query counts as well', async () => {
    expect(await slugOf(coded, '/api/pages', { title: 'old' })).toBe('from-the-file')
    const { body } = await send(coded, '/api/pages', { title: 'Twice' })
    expect(await slugOf(coded, `/api/pages/${body.data.id}`, { title: 'Again' })).toBe('again-seen')
    expect(await send(coded, '/api/slugify/slugs/page/by-query?fields=title')).toMatchObject({
      status: 200,
      body: { data: { attributes: { title: 'By Query' } } },
    })
  })

  test('the route answers one entry, with the parameters of a list', async () => {
    const { body } = await send(app, '/api/articles', { title: 'Find', lead: 'me' })
    const found = { data: { id: body.data.id, attributes: { title: 'Find' } }, meta: {} }
    const url = '/api/slugify/slugs/article/find-me'
    expect(await send(app, `${url}?fields[0]=title`)).toEqual({ status: 200, body: found })
    expect((await send(app, `${url}?filters[title]=Find&filters[slug]=x&fields=title`)).body).toEqual(found)
    expect(await send(app, `${url}?filters[title]=other`)).toMatchObject({ status: 404 })
    const second = await send(app, '/api/articles', { title: 'Z', slug: 'find-me' })
    expect((await send(app, `${url}?sort=title:desc`)).body.data.id).toBe(second.body.data.id)
    await send(app, '/api/articles', { title: 'Hidden', slug: 'draft', publishedAt: null })
    expect((await send(app, '/api/slugify/slugs/article/draft')).status).toBe(404)
    expect(await send(app, '/api/slugify/slugs/article/nothing')).toEqual({
      status: 404,
      body: { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
    })
  })

  test('the route refuses other types, and types that the caller may not read', async () => {
    const message = 'Page model name not found, all models must be defined in the settings and are case sensitive.'
    expect(await send(app, '/api/slugify/slugs/Page/x')).toEqual({
      status: 400,
      body: { data: null, error: { status: 400, name: 'BadRequestError', message, details: {} } },
    })
    expect((await send(app, '/api/secrets', { title: 'Hush' })).status).toBe(200)
    expect((await send(app, '/api/slugify/slugs/secret/hush')).status).toBe(403)
    expect((await send(app, '/api/slugify/slugs/page/x?filters[nope]=1&fields[0]=%00')).status).toBeLessThan(500)
  })
})

test('what cannot be filled is reported, and the right of the plugin is needed', async () => {
  const contentTypes = {
    article: { field: 'slug', references: 'tags' },
    page: { field: 'missing', references: 'title' },
    nobody: { field: 'slug', references: 'title' },
    secret: { field: 'slug', references: 'title' },
  }
  const app = await buildTestApp({
    folder: await project({ 'content/permissions.json': JSON.stringify({ public: rights('secret') }) }),
    ...{ database: await freshDatabase('sqlite'), dialect: 'strapi4', strapi: true },
    adopt: { slugify: { ...OPTIONS, contentTypes } },
  })
  expect(app.report.filter(line => line.startsWith('slugify'))).toEqual([
    'slugify: the slugs of api::article.article are not filled: it has no field "tags" with plain values',
    'slugify: the slugs of api::page.page are not filled: it has no field "missing" with plain values',
    'slugify: there is no content type "nobody"',
  ])
  expect(await slugOf(app, '/api/secrets', { title: 'A' })).toBe('a')
  expect((await send(app, '/api/slugify/slugs/secret/a')).status).toBe(403)
})

/** Made with @sindresorhus/slugify 1.1.0. */
test.each([
  ['APIs fooBAR360 XMLHttp', {}, 'ap-is-foo-bar-360-xml-http'],
  ['Я люблю ёжиков & Хлеб', {}, 'ya-lyublyu-yozhikov-and-hleb'],
  ['_Über – “Größe”', { preserveLeadingUnderscore: true }, '_ueber-groesse'],
  ['fooBar Baz', { lowercase: false, decamelize: false, separator: '' }, 'fooBarBaz'],
  ['a.b..c', { separator: '.' }, 'a.b.c'],
  ['日本', {}, ''],
])('the slug of %s', (text, options, slug) => {
  expect(slugText(text, options)).toBe(slug)
})

test('a long text takes no longer than its length', async () => {
  const milliseconds = await cpuTime(() => {
    for (const part of ['a', 'A', '1', '-']) slugText(part.repeat(1_000_000), {})
  })
  expect(milliseconds).toBeLessThan(5000)
})
