/** An extension of files that was written before there were folders: Strapi 4.26 does not start with it, and we do. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

const COMMON = fileURLToPath(new URL('projects/common', import.meta.url))
const text = { type: 'string', configurable: false }
const FILE = {
  collectionName: 'files',
  info: { singularName: 'file', pluralName: 'files', displayName: 'File' },
  attributes: {
    ...{ name: text, alternativeText: text, caption: text, hash: text, ext: text, mime: text, url: text },
    ...{
      width: { type: 'integer' },
      height: { type: 'integer' },
      formats: { type: 'json' },
      size: { type: 'decimal' },
    },
    ...{ previewUrl: text, provider: text, provider_metadata: { type: 'json' } },
    related: { type: 'relation', relation: 'morphToMany' },
  },
}

test.each(CLIENTS)('a new database is made, and files are stored, on %s', async client => {
  const folder = await mkdtemp(join(tmpdir(), 'populus-files-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  await cp(COMMON, folder, { recursive: true })
  const place = join(folder, 'src/extensions/upload/content-types/file')
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'schema.json'), JSON.stringify(FILE))
  const app = await buildTestApp({
    ...{ folder, database: await freshDatabase(client), dialect: 'strapi4', strapi: true },
    secrets: { admin: 'a secret of administrators', apiTokenSalt: 'a salt of tokens' },
  })
  const root = { email: 'root@example.org', password: 'root password' }
  const post = async (url: string, payload: object, headers = {}) =>
    (await app.inject({ method: 'POST', url: `/admin/api${url}`, payload, headers })).json().data
  await post('/first-admin', { ...root, code: await app.firstAdminCode() })
  const { token } = await post('/login', root)
  const headers = { authorization: `Bearer ${token}` }
  const { accessKey } = await post('/tokens', { name: 'all', type: 'full-access' }, headers)
  const form = new FormData()
  form.append('files', new Blob(['some text'], { type: 'text/plain' }), 'paper.txt')
  const response = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/upload',
    headers: { 'content-type': response.headers.get('content-type')!, authorization: `Bearer ${accessKey}` },
    payload: Buffer.from(await response.arrayBuffer()),
  })
  expect(answer.json()).toMatchObject([{ id: 1, name: 'paper.txt' }])
})
