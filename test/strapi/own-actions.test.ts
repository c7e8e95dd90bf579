/** Actions that only code of the project answers can be granted like others, as long as the code runs. */
import { expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { projectFolder, typeFile } from './adopt/project-folder.ts'

const PROJECT = {
  ...typeFile('note', { title: { type: 'string' } }),
  'src/api/note/routes/likes.js': `module.exports = { routes: [
    { method: 'POST', path: '/notes/:id/like', handler: 'note.like' },
    { method: 'GET', path: '/notes/open', handler: 'note.open', config: { auth: false } } ] }`,
  'src/api/note/controllers/note.js': `const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::note.note', () => ({
  like: () => ({ liked: true }), open: () => ({ open: true }), unused: () => ({}) }))`,
  'src/api/balance/routes/balance.js': `module.exports = { routes: [
    { method: 'GET', path: '/balance', handler: 'balance.read' } ] }`,
  'src/api/balance/controllers/balance.js': 'module.exports = { read: () => ({ balance: 7 }) }',
  'src/extensions/users-permissions/strapi-server.js': `module.exports = plugin => {
  plugin.controllers.user.wave = ctx => ctx.send({ waved: true })
  plugin.routes['content-api'].routes.push({ method: 'GET', path: '/wave', handler: 'user.wave', config: { prefix: '' } })
  return plugin
}`,
}

test.each(CLIENTS)('actions of code are offered, granted and rehearsed, on %s', async client => {
  const app = await buildTestApp({
    ...{ folder: projectFolder(PROJECT), database: await freshDatabase(client), dialect: 'strapi4', strapi: true },
    secrets: { admin: 'a secret of administrators', apiTokenSalt: 'a salt of tokens', jwt: 'a secret of users' },
  })
  const root = { email: 'root@example.org', password: 'root password' }
  let headers = {}
  const call = async (request: string, payload?: object) => {
    const [method, url = ''] = request.split(' ')
    const path = url.startsWith('/api') ? url : `/admin/api${url}`
    const options = { method: method as 'GET', url: path, headers, ...(payload === undefined ? {} : { payload }) }
    const answer = await app.inject(options)
    return [answer.statusCode, answer.payload === '' ? null : answer.json()]
  }
  await call('POST /first-admin', { ...root, code: await app.firstAdminCode() })
  const [, login] = await call('POST /login', root)
  const asAdministrator = { authorization: `Bearer ${login.data.token}` }
  const statuses = async () => {
    headers = {}
    const asked = ['POST /api/notes/1/like', 'GET /api/notes/open', 'GET /api/balance', 'GET /api/wave']
    const answers = await Promise.all(asked.map(request => call(request)))
    headers = asAdministrator
    return answers.map(([status]) => status)
  }
  expect(await statuses()).toEqual([403, 200, 403, 403])

  const [, actions] = await call('GET /actions')
  const of = (uid: string) => actions.data.find((owner: { uid: string }) => owner.uid === uid)
  expect(of('api::note.note').actions).toEqual(expect.arrayContaining(['find', 'update', 'like', 'open']))
  expect(of('api::note.note').actions).not.toContain('unused')
  expect(of('api::balance.balance')).toEqual({
    ...{ uid: 'api::balance.balance', actions: ['read'], fields: null, writeFields: null },
  })
  expect(of('plugin::users-permissions.user').actions).toContain('wave')

  const [, roles] = await call('GET /roles')
  const { id } = roles.data.find(({ type }: { type: string }) => type === 'public')
  const grants = {
    'api::note.note': { actions: ['like'] },
    'api::balance.balance': { actions: ['read'] },
    'plugin::users-permissions.user': { actions: ['wave'] },
  }
  expect((await call(`POST /roles/${id}/rehearsal`, { grants }))[0]).toBe(200)
  const [status] = await call(`PATCH /roles/${id}/grants`, { grants })
  expect(status).toBe(200)
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const wrong = { grants: { 'api::note.note': { actions: ['unused'] } } }
  expect((await call(`PATCH /roles/${id}/grants`, wrong))[0]).toBe(400)

  const [, key] = await call('POST /tokens', { name: 'all', type: 'full-access' })
  headers = { authorization: `Bearer ${key.data.accessKey}` }
  const [, { permissions }] = await call('GET /api/users-permissions/permissions')
  const off = { enabled: false, policy: '' }
  expect(permissions['api::balance']).toEqual({ controllers: { balance: { read: off } } })
  expect(permissions['api::note'].controllers.note).toMatchObject({ find: off, like: off, open: off })
  expect(permissions['plugin::users-permissions'].controllers.user).toMatchObject({ me: off, wave: off })
})
