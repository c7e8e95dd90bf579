/** Plugins among a project's own files that do not run, or only in part; who may call their routes for the panel; what the report says. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { loadProjectConfig } from '../../src/project-config.ts'
import { makeReport } from '../../src/strapi/adopt/report/make-report.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'
import { apiOf } from '../support/worlds/strapi-api.ts'

type Files = Readonly<Record<string, string>>

const typeOf = (name: string, attributes: object = { title: { type: 'string' } }) =>
  JSON.stringify({ collectionName: `${name}s`, info: { singularName: name, pluralName: `${name}s` }, attributes })

const PLUGIN = 'src/plugins/watch'
const ENTRY = `${PLUGIN}/strapi-server.js`
const SUBSCRIBES = `module.exports = ({ strapi }) => {
  strapi.db.lifecycles.subscribe({ models: ['api::order.order'], beforeCreate() { throw new Error('watched') } })
}`
const MARK = {
  target: { type: 'relation', relation: 'oneToOne', target: 'plugin::watch.mark' },
}

const PROJECT: Files = {
  ...apiOf('order'),
  ...apiOf('note'),
  'package.json': JSON.stringify({ dependencies: { '@strapi/strapi': '4.26.2' } }),
  'config/plugins.js': `module.exports = { watch: { enabled: true, resolve: './${PLUGIN}', config: { most: 'many' } } }`,
  'src/api/order/content-types/order/schema.json': typeOf('order', { title: { type: 'string' }, mark: MARK.target }),
  'src/api/note/content-types/note/schema.json': typeOf('note'),
  'content/permissions.json': JSON.stringify({
    public: ['order', 'note'].flatMap(name => ['find', 'create'].map(action => `api::${name}.${name}.${action}`)),
  }),
  [`${PLUGIN}/package.json`]: JSON.stringify({ name: 'watch', strapi: { kind: 'plugin', name: 'watch' } }),
  [ENTRY]: "module.exports = require('./server')",
  [`${PLUGIN}/server/index.js`]: `module.exports = {
    bootstrap: require('./bootstrap'),
    contentTypes: { mark: { schema: require('./content-types/mark/schema.json') } },
    controllers: { good: require('./controllers/good'), other: require('./controllers/other') },
    routes: [
      { method: 'GET', path: '/good', handler: 'good.show' },
      { method: 'GET', path: '/other', handler: 'other.show', config: { auth: false } },
    ],
  }`,
  [`${PLUGIN}/server/bootstrap.js`]: SUBSCRIBES,
  [`${PLUGIN}/server/content-types/mark/schema.json`]: typeOf('mark'),
  [`${PLUGIN}/server/controllers/good.js`]: `module.exports = {
    show: ctx => ({ name: ctx.state.user.email, roles: ctx.state.user.roles.map(({ code }) => code) }),
  }`,
  [`${PLUGIN}/server/controllers/other.js`]: 'module.exports = { show: () => ({ other: true }) }',
}

async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-local-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...PROJECT, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

async function open(files: Files, client: Client = 'sqlite', ignore: readonly string[] = []): Promise<App> {
  const folder = await folderOf(files)
  const { plugins } = await loadProjectConfig({ folder, env: {} })
  return buildTestApp({
    ...{ folder, plugins, dialect: 'strapi4', strapi: true, adopt: { ignore } },
    ...{ database: await freshDatabase(client), secrets: { admin: 'a secret of administrators' } },
  })
}

const lines = ({ report }: App) => report.filter(line => /^(runs|not run)/.test(line))

async function statuses(app: App): Promise<readonly number[]> {
  const orders = await app.inject({ method: 'POST', url: '/api/orders', payload: { data: { title: 'x' } } })
  const others = ['/api/orders', '/api/notes', '/watch/other'].map(url => app.inject(url))
  return [orders.statusCode, ...(await Promise.all(others)).map(({ statusCode }) => statusCode)]
}

test('a plugin that runs guards what it subscribes to', async () => {
  const app = await open({})
  expect(lines(app)).toEqual([`runs: ${ENTRY}: it is the plugin watch`])
  expect(await statuses(app)).toEqual([500, 200, 200, 200])
})

test('one that cannot be loaded closes what it guards; its types stay, and relations to them', async () => {
  const files = { [`${PLUGIN}/server/controllers/other.js`]: "module.exports = require('not-installed')" }
  const app = await open(files)
  const uids = ['find', 'findOne', 'create', 'update', 'delete'].map(action => `api::order.order.${action}`)
  expect(lines(app)).toEqual([
    `not run: ${ENTRY}: it is the plugin watch (Cannot find module 'not-installed'). Closed: /watch/*, ${uids.join(', ')}`,
  ])
  expect(await statuses(app)).toEqual([501, 501, 200, 404])
  const ignoring = await open(files, 'sqlite', [PLUGIN])
  expect(await statuses(ignoring)).toEqual([200, 200, 200, 404])
  expect((await ignoring.inject('/api/orders?populate=mark')).statusCode).toBe(200)
})

test('one that subscribes to types which cannot be told closes everything', async () => {
  const app = await open({
    [`${PLUGIN}/server/bootstrap.js`]: `${SUBSCRIBES.replace("['api::order.order']", 'models')}\nrequire('not-installed')`,
  })
  expect(await statuses(app)).toEqual([501, 501, 501, 404])
})

test('settings that the plugin refuses close it, too', async () => {
  const validator =
    "config: { default: { most: 1 }, validator({ most }) { if (most !== 1) throw new Error('most is 1') } }"
  const server = PROJECT[`${PLUGIN}/server/index.js`]!.replace('module.exports = {', `module.exports = { ${validator},`)
  const app = await open({ [`${PLUGIN}/server/index.js`]: server })
  expect(lines(app)).toEqual([
    expect.stringContaining(`not run: ${ENTRY}: it is the plugin watch (Error regarding watch config: most is 1)`),
  ])
  expect(await statuses(app)).toEqual([501, 501, 200, 501])
})

test('a part that uses what is not there closes its own routes, whose answer names it', async () => {
  const part = `${PLUGIN}/server/controllers/other.js`
  const app = await open({
    [part]: "module.exports = { show: () => strapi.service('admin::user').findOne(1) }",
  })
  expect(lines(app)).toEqual([
    `runs: ${ENTRY}: it is the plugin watch`,
    `not run: ${part}: it is a part of the plugin watch (strapi.service('admin::user') is not available)`,
  ])
  expect(await statuses(app)).toEqual([500, 200, 200, 501])
  expect((await app.inject('/watch/other')).json().error.message).toContain(part)
})

test.each([
  "strapi.service('admin::permission')",
  "strapi.plugin('users-permissions').service('providers-registry')",
  "strapi.plugins['users-permissions'].services.user.toggle",
  "strapi.service('plugin::content-manager.uid')",
  "strapi.controller('plugin::upload.admin-upload')",
])('%s is found at the start', async call => {
  const app = await open({ 'src/api/note/controllers/note.js': `module.exports = { find: () => ${call}.find() }` })
  expect(lines(app).join('\n')).toMatch(/not run: src\/api\/note\/controllers\/note\.js: .* is not available\)/)
  expect((await app.inject('/api/notes')).statusCode).toBe(501)
})

const ROOT = { email: 'root@example.org', password: 'root password' }

describe.each(CLIENTS)('on %s', client => {
  test('routes for the panel answer administrators, who see the types of plugins', async () => {
    const app = await open({}, client)
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url: `/admin/api${url}`, payload })).json().data
    await post('/first-admin', { ...ROOT, code: await app.firstAdminCode() })
    const { token } = await post('/login', ROOT)
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.inject('/watch/good')).statusCode).toBe(401)
    expect((await app.inject({ url: '/watch/good', headers: { authorization: 'Bearer other' } })).statusCode).toBe(401)
    const answer = await app.inject({ url: '/watch/good', headers })
    expect(answer.json()).toEqual({ name: ROOT.email, roles: ['strapi-super-admin'] })
    const { types } = (await app.inject({ url: '/admin/api/schema', headers })).json().data
    const mark = types.find(({ uid }: { uid: string }) => uid === 'plugin::watch.mark')
    expect(mark).toMatchObject({ visible: true, apiPath: null })
  })
})

test('the report of adopt lists it, with what becomes of it', async () => {
  const report = await makeReport({ folder: await folderOf({}), env: {} })
  expect(report.code.files).toEqual([{ file: ENTRY, state: 'runs', what: 'it is the plugin watch', closes: [] }])
  expect(report.plugins).toEqual([
    { name: 'watch', version: ENTRY, fate: 'built in', what: 'Its code runs as that of the project does.' },
  ])
  expect(report.schema.types.map(({ uid }) => uid)).toContain('plugin::watch.mark')
})
