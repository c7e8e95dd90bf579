/** In `document`, a required text may not be empty, unless its attribute says so. In `strapi4` it may, as in Strapi. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../../src/app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'

const NOTE = {
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  options: { draftAndPublish: true },
  attributes: {
    head: { type: 'string', required: true },
    body: { type: 'text', required: true, minLength: 0 },
    aside: { type: 'text' },
  },
}
const GRANTS = { public: ['find', 'findDrafts', 'create', 'update'].map(action => `api::note.note.${action}`) }

async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'populus-texts-'))
  cleanUp(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'src/api/note/content-types/note'), { recursive: true })
  await mkdir(join(folder, 'content'))
  await writeFile(join(folder, 'src/api/note/content-types/note/schema.json'), JSON.stringify(NOTE))
  await writeFile(join(folder, 'content/permissions.json'), JSON.stringify(GRANTS))
  return folder
}

const refusal = {
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message: 'head must not be empty.',
    details: { errors: [{ path: ['head'], message: 'head must not be empty.', name: 'ValidationError' }] },
  },
}

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let strapi: App

  beforeAll(async () => {
    const folder = await project()
    app = await buildTestApp({ folder, database: await freshDatabase(client) })
    strapi = await buildTestApp({ folder, database: await freshDatabase(client), dialect: 'strapi4' })
  })

  const send = async (to: App, method: 'POST' | 'PUT', path: string, data: object) =>
    (await to.inject({ method, url: `/api/${path}`, payload: { data } })).json()

  it('a new entry needs a text that is not empty', async () => {
    expect(await send(app, 'POST', 'notes', { head: '', body: 'b' })).toEqual(refusal)
    expect(await send(strapi, 'POST', 'notes', { head: '', body: 'b' })).toMatchObject({ data: { id: 1 } })
  })

  it('an attribute with a smallest length of 0, an optional one and a draft may have an empty one', async () => {
    const given = { head: 'h', body: '', aside: '' }
    expect(await send(app, 'POST', 'notes', given)).toMatchObject({ data: { attributes: given } })
    const draft = { head: '', body: '', publishedAt: null }
    expect(await send(app, 'POST', 'notes', draft)).toMatchObject({ data: { attributes: { head: '' } } })
  })

  it('a text may not become empty', async () => {
    const { data } = await send(app, 'POST', 'notes', { head: 'h', body: 'b' })
    expect(await send(app, 'PUT', `notes/${data.id}`, { head: '' })).toEqual(refusal)
    expect(await send(app, 'PUT', `notes/${data.id}`, { body: '' })).toMatchObject({
      data: { attributes: { head: 'h' } },
    })
  })
})
