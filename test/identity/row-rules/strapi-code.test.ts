/** Rules of rows beside the code of a Strapi project: Strapi's own actions keep to them, or refuse. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../support/build-test-app.ts'
import { freshDatabase, temporaryFolder } from '../../support/databases.ts'

const code = (kind: string, uid: string, methods = '') =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('${uid}'${methods === '' ? '' : `, ({ strapi }) => (${methods})`})`

const type = (name: string, parts: Readonly<Record<'Controller' | 'Service', string>>) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify({
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes: { title: { type: 'string' } },
  }),
  [`src/api/${name}/controllers/${name}.js`]: code('Controller', `api::${name}.${name}`, parts.Controller),
  [`src/api/${name}/services/${name}.js`]: code('Service', `api::${name}.${name}`, parts.Service),
  [`src/api/${name}/routes/${name}.js`]: code('Router', `api::${name}.${name}`),
  [`rules/${name}.json`]: JSON.stringify({
    roles: ['public'],
    type: name,
    operations: ['read'],
    where: { title: { $ne: 'hidden' } },
  }),
})

const FILES: Readonly<Record<string, string>> = {
  ...type('note', { Controller: '{ async find(ctx) { return super.find(ctx) } }', Service: '' }),
  ...type('memo', { Controller: '', Service: '{ async find(params) { return super.find(params) } }' }),
  'content/note.json': JSON.stringify([{ title: 'shown' }, { title: 'hidden' }]),
  'content/memo.json': JSON.stringify([{ title: 'shown' }, { title: 'hidden' }]),
  'content/permissions.json': JSON.stringify({ public: ['api::note.note.find', 'api::memo.memo.find'] }),
}

test('an action that is wrapped keeps to the rules; one through a service of the project is refused', async () => {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const database = await freshDatabase('sqlite')
  const app = await buildTestApp({ folder, database, dialect: 'strapi4', strapi: true })
  const { data } = (await app.inject('/api/notes')).json()
  expect(data.map(({ attributes }: { attributes: { title: string } }) => attributes.title)).toEqual(['shown'])
  const refused = await app.inject('/api/memos')
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    403,
    'The code of the project answers this request, and row rules do not apply to it',
  ])
})
