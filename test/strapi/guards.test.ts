/** A project whose guard is not run never answers a guarded request. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import { findGuards } from '../../src/strapi/run/guards/closed-routes.ts'
import { assertProperty, PROPERTY_TIMEOUT } from '../properties/assert-property.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { freshDatabase } from '../support/databases.ts'

const SCHEMA = {
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  attributes: { title: { type: 'string' } },
}
const BOILERPLATE: Readonly<Record<string, string>> = {
  'src/api/note/content-types/note/schema.json': JSON.stringify(SCHEMA),
  'src/api/note/controllers/note.js': `'use strict';\nconst { createCoreController } = require('@strapi/strapi').factories;\nmodule.exports = createCoreController('api::note.note');`,
  'src/api/note/services/note.ts': `import { factories } from '@strapi/strapi';\nexport default factories.createCoreService('api::note.note');`,
  'src/api/note/routes/note.js': `const { createCoreRouter } = require('@strapi/strapi').factories;\nmodule.exports = createCoreRouter('api::note.note');`,
  'src/index.js': `'use strict';\nmodule.exports = {\n  /** @param {{ strapi: any }} _ */\n  register(/*{ strapi }*/) {},\n  bootstrap(/*{ strapi }*/) {},\n};`,
  'src/extensions/users-permissions/strapi-server.js': 'module.exports = plugin => plugin',
  // Strapi v4 does not load it.
  'src/extensions/users-permissions/controllers/auth.js': 'module.exports = { callback: ctx => ctx.forbidden() }',
  'config/middlewares.js': `module.exports = ['strapi::errors', { name: 'strapi::cors', config: {} }, 'strapi::body'];`,
  'content/permissions.json': JSON.stringify({
    public: ['find', 'findOne', 'create', 'update', 'delete', 'aggregate'].map(action => `api::note.note.${action}`),
  }),
}

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-guards-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...BOILERPLATE, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

const REQUESTS = [
  ['find', 'GET', '/api/notes'],
  ['findOne', 'GET', '/api/notes/1'],
  ['create', 'POST', '/api/notes'],
  ['update', 'PUT', '/api/notes/1'],
  ['delete', 'DELETE', '/api/notes/1'],
] as const

/** The actions that are closed. */
async function closedActions(app: App): Promise<readonly string[]> {
  const closed: string[] = []
  for (const [action, method, url] of REQUESTS) {
    const payload = method === 'POST' || method === 'PUT' ? { payload: { data: { title: 'x' } } } : {}
    const { statusCode } = await app.inject({ method, url, ...payload })
    if (statusCode === 501) closed.push(action)
  }
  return closed
}

async function open(files: Readonly<Record<string, string>> = {}, ignore: readonly string[] = []): Promise<App> {
  const folder = await project(files)
  const database = await freshDatabase('sqlite')
  return buildTestApp({ folder, database, dialect: 'strapi4', strapi: true, adopt: { ignore } })
}

test('what Strapi generates closes nothing and is not listed', async () => {
  const app = await open()
  expect(app.report.filter(line => line.startsWith('not run'))).toEqual([])
  expect(await closedActions(app)).toEqual([])
})

const ALL = ['find', 'findOne', 'create', 'update', 'delete']
const CONTROLLER = 'src/api/note/controllers/note.js'
const OWNER_CHECK = `const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::note.note', ({ strapi }) => ({
  async update(ctx) { if (!ctx.state.user) return ctx.unauthorized(); return super.update(ctx) },
  async mine(ctx) { return [] },
}))`

test('an overridden action runs', async () => {
  const app = await open({ [CONTROLLER]: OWNER_CHECK })
  expect(app.report).toContain(`runs: ${CONTROLLER}: it overrides update`)
  const answer = await app.inject({ method: 'PUT', url: '/API/Notes/1', payload: { data: { title: 'x' } } })
  expect(answer.statusCode).toBe(401)
  // Another spelling of the path does not lead around it.
  for (const url of ['/api/%6eotes/1', '/api/notes/1/', '/api/notes/%31#x', '/api/notes/1?populate=*']) {
    const { statusCode } = await app.inject({ method: 'PUT', url, payload: { data: { title: 'x' } } })
    expect([401, 404, 405], url).toContain(statusCode)
  }
})

const LIST_CHECK = `const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::note.note', () => ({
  async find(ctx) { return ctx.unauthorized() },
  async aggregate() { return { own: true } },
}))`
const OTHER_WAYS = [
  ['GET', '/api/notes/aggregate'],
  ['GET', '/API/Notes/Aggregate/'],
  ['GET', '/api/notes/%61ggregate?count'],
  ['POST', '/api/notes/aggregate'],
  ['POST', '/api/notes/query'],
] as const

test('code around a list guards the other ways to ask about it', async () => {
  const plain = await open()
  expect((await plain.inject('/api/notes/aggregate')).json()).toEqual({ data: { count: 0 }, meta: {} })
  for (const [controller, status] of [
    [LIST_CHECK, 404],
    [`const missing = require('not-installed')\n${LIST_CHECK}`, 501],
  ] as const) {
    const app = await open({ [CONTROLLER]: controller })
    for (const [method, url] of OTHER_WAYS)
      expect((await app.inject({ method, url })).statusCode, `${method} ${url}`).toBe(status)
  }
})

test('a route of the project for aggregates is the one that answers', async () => {
  const route = `{ method: 'GET', path: '/notes/aggregate', handler: 'note.aggregate', config: { auth: false } }`
  const app = await open({
    [CONTROLLER]: LIST_CHECK,
    'src/api/note/routes/01-own.js': `module.exports = { routes: [${route}] }`,
  })
  expect((await app.inject('/api/notes/aggregate')).json()).toEqual({ own: true })
})

test('a file that cannot be loaded closes its actions with the reason, until it is ignored', async () => {
  const files = { [CONTROLLER]: `const missing = require('not-installed')\n${OWNER_CHECK}` }
  const app = await open(files)
  expect(app.report).toContain(
    `not run: ${CONTROLLER}: it overrides update (Cannot find module 'not-installed'). Closed: api::note.note.update`,
  )
  expect(await closedActions(app)).toEqual(ALL)
  const answer = await app.inject({ method: 'PUT', url: '/API/Notes/1', payload: { data: { title: 'x' } } })
  expect(answer.json()).toEqual({
    data: null,
    error: {
      status: 501,
      name: 'NotImplementedError',
      message: `This route is closed, because ${CONTROLLER} of the project is not run (setting adopt.ignore)`,
    },
  })
  expect(await closedActions(await open(files, ['src/api/note/controllers']))).toEqual([])
})

const core = (options: string) =>
  `import { factories } from '@strapi/strapi'\nexport default factories.createCoreRouter('api::note.note' as any, ${options})`

/** Each guard alone, with the actions that must not be answered. */
const GUARDS: readonly (readonly [path: string, text: string, closed: readonly string[]])[] = [
  [CONTROLLER, OWNER_CHECK, ['update']],
  [CONTROLLER, 'module.exports = { async find(ctx) {}, async findOne(ctx) {} }', ['find', 'findOne']],
  [CONTROLLER, 'exports.delete = async ctx => {}', ['delete']],
  [CONTROLLER, `module.exports = createCoreController('api::note.note', () => ({ ...shared }))`, ALL],
  [CONTROLLER, 'class Notes { find() {} }\nmodule.exports = new Notes()', ALL],
  [CONTROLLER, 'this is not JavaScript', ALL],
  [
    'src/api/note/services/note.ts',
    `export default factories.createCoreService('api::note.note', ({ strapi }): any => ({ async find(...args: any[]) { return { results: [] } } }))`,
    ['find'],
  ],
  ['src/api/note/routes/note.ts', core(`{ config: { find: { policies: ['is-owner'] } } }`), ['find']],
  [
    'src/api/note/routes/note.ts',
    core(`{ config: { create: { middlewares: [async (ctx, next) => next()] } } }`),
    ['create'],
  ],
  ['src/api/note/routes/note.ts', core(`{ config: { delete: guard() } }`), ['delete']],
  ['src/api/note/routes/note.ts', core(`{ only: ['find', 'findOne'] }`), ['create', 'update', 'delete']],
  ['src/api/note/routes/note.ts', core(`{ except: ['delete'] }`), ['delete']],
  ['src/api/note/routes/note.ts', core('options'), ALL],
  [
    'src/api/note/routes/01-own.js',
    `module.exports = { routes: [{ method: 'GET', path: '/notes/:slug', handler: 'note.bySlug' }] }`,
    ['findOne'],
  ],
  [
    'src/api/note/routes/01-own.js',
    `module.exports = { routes: [{ method: 'PUT', path: '/notes/:id', handler: 'note.update', config: { policies: ['x'] } }] }`,
    ['update'],
  ],
  [
    'src/api/note/content-types/note/lifecycles.js',
    'module.exports = { beforeCreate(event) {}, afterUpdate() {} }',
    ['create'],
  ],
  [
    'src/api/note/content-types/note/lifecycles.ts',
    'export default { async afterFindMany(event: any) {} }',
    ['find', 'findOne'],
  ],
  ['config/middlewares.js', `module.exports = ['strapi::errors', 'global::only-staff']`, ALL],
  ['config/env/development/middlewares.js', `module.exports = [{ resolve: './src/middlewares/x' }]`, ALL],
  [
    'src/index.js',
    'module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ beforeCreate() {} }) } }',
    ALL,
  ],
]

test.each([
  ['register', `strapi.contentType('api::note.note').attributes.title.private = true`],
  ['register', `strapi.contentTypes['api::note.note'].options = { draftAndPublish: true }`],
  ['bootstrap', `strapi.getModel('plugin::users-permissions.user').attributes.email.private = true`],
])('a model that is changed in %s by code closes the API: %s', async (moment, change) => {
  const app = await open({ 'src/index.js': `module.exports = { ${moment}({ strapi }) { ${change} } }` })
  expect(await closedActions(app)).toEqual(ALL)
  expect(app.report.join('\n')).toMatch(
    /src\/index\.js.*(api::note.note|plugin::users-permissions.user) cannot be changed in code/s,
  )
})

test(
  'every combination of guards closes what each of them closes',
  async () => {
    const { schema } = buildSchema({ 'src/api/note/content-types/note/schema.json': SCHEMA })
    const property = fc.asyncProperty(fc.subarray([...GUARDS], { minLength: 1, maxLength: 4 }), async chosen => {
      const files = Object.fromEntries(chosen.map(([path, text]) => [path, text]))
      // A TypeScript file takes the place of the generated one.
      const replaced = Object.keys(files).some(path => path.endsWith('routes/note.ts'))
      const folder = await project(files)
      if (replaced) await rm(join(folder, 'src/api/note/routes/note.js'))
      const { closed } = await findGuards({
        folder,
        plugins: [],
        schema,
        prefix: '/api',
        ignore: [],
        production: false,
      })
      const used = chosen.filter(([path, text]) => files[path] === text)
      for (const [path, , actions] of used) {
        for (const [action, method, url] of REQUESTS) {
          const guard = closed(method, url.replace('/1', '/:id'))
          if (actions.includes(action)) expect(guard, `${path} guards ${action}`).toBeDefined()
        }
      }
    })
    await assertProperty(property, 60)
  },
  PROPERTY_TIMEOUT,
)

test.each(GUARDS)('%s closes only what it guards: %s', async (path, text, expected) => {
  const folder = await project({ [path]: text })
  if (path.endsWith('routes/note.ts')) await rm(join(folder, 'src/api/note/routes/note.js'))
  const { schema } = buildSchema({ 'src/api/note/content-types/note/schema.json': SCHEMA })
  const { closed, report } = await findGuards({
    folder,
    plugins: [],
    schema,
    prefix: '/api',
    ignore: [],
    production: false,
  })
  const found = REQUESTS.filter(([, method, url]) => closed(method, url.replace('/1', '/:id')) !== undefined)
  expect(found.map(([action]) => action)).toEqual(expected)
  expect(report.join('\n')).toContain(`not run: ${path}: `)
})

const own = (options: string) =>
  `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::note.note', ${options})`

/** Guards that cannot be run, in each way that a file can fail, with what must not be answered. */
const BROKEN: readonly (readonly [path: string, text: string, closed: readonly string[]])[] = [
  [CONTROLLER, 'this is not JavaScript', ALL],
  [CONTROLLER, `${OWNER_CHECK}\nasync function later() { await strapi.webhookStore.findWebhooks() }`, ALL],
  [CONTROLLER, `${OWNER_CHECK}\nconst other = require('../other')`, ALL],
  ['src/api/note/services/note.ts', 'export default strapi.unknown.member', ALL],
  ['src/api/note/routes/note.js', 'throw new Error("broken")', ALL],
  ['src/api/note/routes/note.js', own(`{ config: { find: { policies: ['missing'] } } }`), ['find']],
  ['src/api/note/routes/note.js', own(`{ config: { update: { middlewares: ['global::missing'] } } }`), ['update']],
  [
    'src/api/note/routes/01-own.js',
    `module.exports = { routes: [{ method: 'GET', path: '/notes/:slug', handler: 'note.unknown' }] }`,
    ['findOne'],
  ],
  [
    'src/api/note/content-types/note/lifecycles.js',
    'module.exports = { beforeCreate() { return strapi.db.getSchemaName() }, afterUpdate() {} }',
    ['create'],
  ],
  ['config/middlewares.js', `module.exports = ['strapi::errors', 'global::only-staff']`, ALL],
  [
    'src/index.js',
    `module.exports = { bootstrap({ strapi }) { fail(); strapi.db.lifecycles.subscribe({ beforeCreate() {} }) } }`,
    ALL,
  ],
]

test.each(BROKEN)('%s, broken, closes what it guards: %s', async (path, text, expected) => {
  const app = await open({ [path]: text, 'src/api/note/other.js': 'exports.use = () => strapi.fs.writeAppFile()' })
  expect(app.report.filter(line => /^(not run|closed)/.test(line)).join('\n')).toContain(path)
  expect(await closedActions(app)).toEqual(expect.arrayContaining([...expected]))
})

test('an extension of the users that cannot be applied closes their routes, and other code is listed', async () => {
  const app = await open({
    'src/extensions/users-permissions/strapi-server.js':
      'module.exports = plugin => { plugin.contentTypes.user.schema.attributes.x = { type: "string" }; return plugin }',
    'package.json': JSON.stringify({
      dependencies: { '@strapi/plugin-i18n': '4.26.2', 'strapi-plugin-menus': '1.6.1', lodash: '4' },
    }),
    'src/policies/is-owner.js': 'module.exports = () => true',
    'src/middlewares/log.ts': 'export default () => async (ctx, next) => next()',
    'config/cron-tasks.js': 'module.exports = {}',
    'src/index.js': 'module.exports = { async bootstrap({ strapi }) { await seed(strapi) } }',
    // Strapi does not load it: config/plugins does not name it.
    'src/plugins/own/strapi-server.js': 'module.exports = {}',
  })
  expect((await app.inject('/api/users/me')).statusCode).toBe(501)
  expect((await app.inject({ method: 'POST', url: '/api/auth/local', payload: {} })).statusCode).toBe(501)
  expect(await closedActions(app)).toEqual([])
  expect(app.report.filter(line => /^(runs|not run)/.test(line))).toEqual([
    'runs: config/cron-tasks.js: it has scheduled tasks',
    'runs: src/middlewares/log.ts: it is a middleware',
    'runs: src/policies/is-owner.js: it is a policy',
    'not run: src/extensions/users-permissions/strapi-server.js: it changes the plugin users-permissions (a change of the content types of users-permissions in code is not available in Populus; write them into schema.json). Closed: /auth/*, /users/*, /users-permissions/*, /connect/*',
    'not run: src/index.js: bootstrap: it runs when the server starts (bootstrap: seed is not defined)',
    'not run: package.json: the plugin strapi-plugin-menus. /api/menus is not answered.',
  ])
})
