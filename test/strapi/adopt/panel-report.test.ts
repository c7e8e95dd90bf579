/** What the panel of a served project says about differences from Strapi. */
import { expect, test } from 'vitest'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { projectFolder, typeFile } from './project-folder.ts'

const PROJECT = {
  'package.json':
    '{"name":"shop","dependencies":{"@strapi/strapi":"4.15.5","strapi-plugin-import-export-entries":"1.0.0"}}',
  ...typeFile('note', { title: { type: 'string' }, code: { type: 'password' } }),
  'src/api/note/routes/likes.js': `module.exports = { routes: [
    { method: 'POST', path: '/notes/:id/like', handler: 'note.like' } ] }`,
  'src/api/note/controllers/note.js': 'const gone = require("package-that-is-gone")\nmodule.exports = () => gone',
}

test.each(CLIENTS)('code, plugins and differences are named once the project is served, on %s', async client => {
  const app = await buildTestApp({
    ...{ folder: projectFolder(PROJECT), database: await freshDatabase(client), dialect: 'strapi4', strapi: true },
    secrets: { admin: 'a secret of administrators', apiTokenSalt: 'a salt of tokens', jwt: 'a secret of users' },
  })
  const root = { email: 'root@example.org', password: 'root password' }
  const send = async (method: 'GET' | 'POST', path: string, payload?: object, headers = {}) =>
    (await app.inject({ method, url: `/admin/api${path}`, headers, ...(payload && { payload }) })).json().data
  await send('POST', '/first-admin', { ...root, code: await app.firstAdminCode() })
  const { token } = await send('POST', '/login', root)
  const headers = { authorization: `Bearer ${token}` }
  expect(await send('GET', '/session', undefined, headers)).toMatchObject({ strapi: true })
  const report = await send('GET', '/strapi/report', undefined, headers)
  expect(report).toMatchObject({
    strapi: '4.15.5',
    dialect: 'strapi4',
    code: expect.arrayContaining([
      {
        file: 'src/api/note/controllers/note.js',
        state: 'not run',
        what: expect.stringContaining('package-that-is-gone'),
      },
    ]),
    closed: expect.arrayContaining([
      { method: 'POST', path: '/api/notes/:id/like', file: expect.stringMatching(/^src\/api\/note\//) },
    ]),
    plugins: [expect.objectContaining({ name: 'strapi-plugin-import-export-entries', version: '1.0.0' })],
    differences: expect.arrayContaining([
      {
        id: 'passwords',
        what: 'Attributes of type password are never answered, and cannot be used in fields, filters or sort.',
        why: 'api::note.note.code',
      },
    ]),
  })
  expect(report.findings).toEqual([
    { what: '1 file with code not run, and 6 routes are closed', advice: expect.any(String) },
  ])
  expect(JSON.stringify(report)).not.toContain('postgres://')
  expect(await send('GET', '/strapi/report', undefined, headers)).toEqual(report)
})
