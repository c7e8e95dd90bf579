/** An action of Strapi's own controller belongs to the transaction in which a project calls it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../../support/databases.ts'

function core(kind: string): string {
  return `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::note.note')`
}

const FILES: Readonly<Record<string, string>> = {
  'src/api/note/content-types/note/schema.json': JSON.stringify({
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    attributes: { title: { type: 'string' } },
  }),
  'src/api/note/controllers/note.js': `
    module.exports = require('@strapi/strapi').factories.createCoreController('api::note.note', ({ strapi }) => ({
      async create(ctx) {
        // Settings that have changed are read again.
        await strapi.store({ type: 'plugin', name: 'notes' }).set({ key: 'asked', value: ctx.request.body.data.title })
        return strapi.db.transaction(async () => {
          const made = await super.create(ctx)
          if (ctx.request.body.data.title === 'bad') throw new Error('after the entry was stored')
          return made
        })
      },
    }))`,
  'src/api/note/services/note.js': core('Service'),
  'src/api/note/routes/note.js': core('Router'),
  'content/permissions.json': JSON.stringify({ public: ['api::note.note.create', 'api::note.note.find'] }),
}

describe.each(CLIENTS)('%s', client => {
  test('stored with the transaction, or not at all', async () => {
    const folder = temporaryFolder()
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const app = await buildTestApp({ folder, database: await freshDatabase(client), dialect: 'strapi4', strapi: true })
    const create = (title: string) => app.inject({ method: 'POST', url: '/api/notes', payload: { data: { title } } })
    expect((await create('good')).json()).toMatchObject({ data: { id: 1, attributes: { title: 'good' } } })
    expect((await create('bad')).statusCode).toBe(500)
    const { data } = (await app.inject('/api/notes')).json()
    expect(data.map(({ attributes }: { attributes: { title: string } }) => attributes.title)).toEqual(['good'])
  })
})
