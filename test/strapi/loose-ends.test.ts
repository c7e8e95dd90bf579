/** What a project's code leaves behind does not end the server, and what it cannot use is found at the start. */
import { afterEach, describe, expect, test } from 'vitest'
import { addressOf, type Running, startPopulus } from '../cli/run-populus.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'
import { type ProjectFiles, projectFolder, typeFile } from './adopt/project-folder.ts'

const SECRETS = { JWT_SECRET: 'jwt', ADMIN_JWT_SECRET: 'admin', API_TOKEN_SALT: 'salt' }

const route = (name: string, controller: string): ProjectFiles => ({
  [`src/api/${name}/routes/${name}.js`]: `module.exports = { routes: [
    { method: 'GET', path: '/${name}/:what', handler: '${name}.run', config: { auth: false } } ] }`,
  [`src/api/${name}/controllers/${name}.js`]: controller,
})

const LOOSE = `
const { EventEmitter } = require('node:events')
module.exports = {
  async run(ctx) {
    const { what } = ctx.params
    if (what === 'rejection') Promise.reject(new Error('nobody waits for this'))
    if (what === 'missing') strapi.entityService.create('api::note.note', { data: {} })
    if (what === 'exception') setTimeout(() => { throw new Error('nobody catches this') })
    if (what === 'event') setImmediate(() => new EventEmitter().emit('error', new Error('nobody listens to this')))
    if (what === 'text') Promise.reject('only a text')
    return { what }
  },
}`

const servers: Running[] = []
afterEach(async () => {
  for (const { process, finished } of servers.splice(0)) {
    process.kill('SIGTERM')
    await finished
  }
})

test('errors that nobody waits for are logged, and the server goes on', async () => {
  const folder = projectFolder({
    ...typeFile('note', { title: { type: 'string', required: true } }, { options: { draftAndPublish: true } }),
    ...route('loose', LOOSE),
  })
  const server = startPopulus(['start', folder, '--port', '0', '--create'], SECRETS)
  servers.push(server)
  const address = await addressOf(server)
  for (const what of ['rejection', 'missing', 'exception', 'event', 'text']) {
    const answer = await fetch(`${address}/api/loose/${what}`)
    expect([answer.status, await answer.json()]).toEqual([200, { what }])
  }
  const logged = () => server.out() + server.error()
  for (const text of ['nobody waits', 'title must be defined', 'nobody catches', 'nobody listens', 'only a text'])
    await expect.poll(logged).toContain(text)
  expect((await fetch(`${address}/api/loose/again`)).status).toBe(200)
})

describe('statements of a project’s own', () => {
  test.each([
    ['a member', "await strapi.db.connection('notes').insert({ title: 'x' })"],
    ['a variable', "const knex = strapi.db.connection; knex.raw('select 1')"],
    ['a part', "const { connection } = strapi.db; connection.raw('select 1')"],
    ['a part with another name', "const { connection: knex } = strapi.db; knex.raw('select 1')"],
    ['a part of a part', "const { db } = strapi; const knex = db.connection; knex.raw('select 1')"],
    ['a call', "strapi.db.getConnection('notes').select()"],
    ['a query of Strapi’s own', "strapi.db.entityManager.createQueryBuilder('api::note.note').select('id')"],
  ])('with %s are found at the start, and their file is closed', async (_, code) => {
    const file = 'src/api/raw/controllers/raw.js'
    const folder = projectFolder({
      ...typeFile('note', { title: { type: 'string' } }),
      ...route('raw', `module.exports = { async run(ctx) { ${code}; return { done: true } } }`),
    })
    const app = await buildTestApp({
      folder,
      database: await freshDatabase('sqlite'),
      dialect: 'strapi4',
      strapi: true,
    })
    expect(app.report.filter(line => line.startsWith(`not run: ${file}`))).toEqual([
      expect.stringMatching(
        /strapi\.db\.(connection|getConnection|entityManager\.createQueryBuilder) is not available/,
      ),
    ])
    const { statusCode } = await app.inject({ method: 'GET', url: '/api/raw/now' })
    expect(statusCode).toBe(501)
  })
})

test('yup has what Strapi adds to it, if Strapi is installed', async () => {
  const answerWith = async (packages: Readonly<Record<string, string>>) => {
    const code = "const { yup } = require('@strapi/utils'); module.exports = { run: () => ({ has: Object.keys(yup) }) }"
    const folder = projectFolder({
      ...packages,
      ...typeFile('note', { title: { type: 'string' } }),
      ...route('yup', code),
    })
    const app = await buildTestApp({
      folder,
      database: await freshDatabase('sqlite'),
      dialect: 'strapi4',
      strapi: true,
    })
    return (await app.inject({ method: 'GET', url: '/api/yup/now' })).json() as unknown
  }
  const yup = { 'node_modules/yup/index.js': 'exports.string = () => {}' }
  const utils = { 'node_modules/@strapi/utils/index.js': "exports.yup = { ...require('yup'), strapiID: () => {} }" }
  expect(await answerWith(yup)).toEqual({ has: ['string'] })
  expect(await answerWith({ ...yup, ...utils })).toEqual({ has: ['string', 'strapiID'] })
})

test('a session lives in a signed cookie', async () => {
  const folder = projectFolder({
    ...typeFile('note', { title: { type: 'string' } }),
    'config/server.js': "module.exports = { app: { keys: ['one', 'two'] } }",
    ...route(
      'visit',
      `module.exports = {
        run(ctx) {
          if (ctx.params.what === 'end') ctx.session = null
          else ctx.session.count = (ctx.session.count ?? 0) + 1
          return { count: ctx.session?.count ?? null, isNew: ctx.session?.isNew ?? null }
        },
      }`,
    ),
  })
  const app = await buildTestApp({ folder, database: await freshDatabase('sqlite'), dialect: 'strapi4', strapi: true })
  let cookie = ''
  const visit = async (what: string) => {
    const answer = await app.inject({ method: 'GET', url: `/api/visit/${what}`, headers: { cookie } })
    const set = [answer.headers['set-cookie'] ?? []].flat()
    if (set.length > 0) cookie = set.map(line => line.split(';')[0]).join('; ')
    return answer.json() as unknown
  }
  expect(await visit('now')).toEqual({ count: 1, isNew: true })
  expect(await visit('now')).toEqual({ count: 2, isNew: false })
  const kept = cookie
  cookie = cookie.replace(/koa\.sess\.sig=[^;]+/, 'koa.sess.sig=forged')
  expect(await visit('now')).toEqual({ count: 1, isNew: true })
  cookie = kept
  await visit('end')
  expect(await visit('now')).toEqual({ count: 1, isNew: true })
})
