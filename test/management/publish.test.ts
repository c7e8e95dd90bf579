import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { EntryCheck, OpenEntry } from '../../src/admin-api/content-api.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { ownFilename } from '../../src/storage/sqlite/own-filename.ts'
import { errorBody } from '../identity/administrators/admin-app.ts'
import { CLIENTS, onServer } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const ARTICLES = '/content/api::article.article'

describe.each(CLIENTS)('publishing, on %s', client => {
  const app = panelApp(client)
  const live = async (id: number) => {
    const { body } = await app.call(`GET /api/articles/${id}?fields=title`, { token: null })
    return (body as { data: { attributes: { title: string } } | null }).data?.attributes.title
  }

  test('changes of a published entry wait until they are published', async () => {
    const { version } = await app.data<OpenEntry>(`GET ${ARTICLES}/2`)
    const data = { title: 'Ridge 2', tags: { connect: [{ id: 1 }] }, cover: 1 }
    const body = { data, pending: true }
    const saved = await app.data<OpenEntry>(`PUT ${ARTICLES}/2`, { body, headers: { 'if-match': version } })
    expect(saved).toMatchObject({
      status: 'modified',
      values: { title: 'Ridge' },
      pending: {
        data,
        savedAt: '<moment>',
        by: { id: 1, name: '#1' },
        related: { 'api::tag.tag': [{ id: 1, title: 'sea', status: 'published', locale: null }] },
        files: [{ id: 1, name: 'sunrise.jpg' }],
      },
    })
    expect(saved.version).not.toBe(version)
    expect(await live(2)).toBe('Ridge')
    expect(await app.data<{ title: string }[]>(`GET ${ARTICLES}?status=modified`)).toMatchObject([
      { id: 2, status: 'modified' },
    ])
    const published = await app.data<OpenEntry>(`POST ${ARTICLES}/2/publish`)
    expect(published).toMatchObject({
      status: 'published',
      pending: null,
      values: { title: 'Ridge 2', cover: { id: 1 } },
    })
    expect(published.values.tags).toMatchObject({ count: 3 })
    expect(await live(2)).toBe('Ridge 2')
  })

  test('pending changes of somebody else are not dropped unseen', async () => {
    const seen = await app.data<OpenEntry>(`PUT ${ARTICLES}/4`, { body: { data: { title: 'Seen' }, pending: true } })
    await app.call(`PUT ${ARTICLES}/4`, { body: { data: { title: 'Unseen' }, pending: true }, token: app.editor })
    const drop = (version: string) => app.call(`DELETE ${ARTICLES}/4/pending`, { headers: { 'if-match': version } })
    expect(await drop(seen.version)).toMatchObject({
      status: 409,
      body: { error: { details: { changed: ['pending'] } } },
    })
    const { version, pending } = await app.data<OpenEntry>(`GET ${ARTICLES}/4`)
    expect(pending?.data).toEqual({ title: 'Unseen' })
    expect((await drop(version)).body).toMatchObject({ data: { pending: null } })
  })

  test('changes that were taken back leave the entry as it was published', async () => {
    await app.call(`PUT ${ARTICLES}/4`, { body: { data: { title: 'Taken back' }, pending: true } })
    const { status, pending } = await app.data<OpenEntry>(`PUT ${ARTICLES}/4`, { body: { data: {}, pending: true } })
    expect({ status, pending }).toEqual({ status: 'published', pending: null })
  })

  test('pending parts that the entry no longer has are published as new ones', async () => {
    const quote = (words: string) => ({ __component: 'blocks.quote', words })
    const { values } = await app.data<OpenEntry>(`PUT ${ARTICLES}/4`, {
      body: { data: { blocks: [quote('a'), quote('b')] } },
    })
    const [first, second] = values.blocks as readonly { id: number }[]
    const blocks = [
      { ...quote('b!'), id: second!.id },
      { ...quote('a'), id: first!.id },
    ]
    await app.call(`PUT ${ARTICLES}/4`, { body: { data: { blocks }, pending: true } })
    await app.call(`PUT ${ARTICLES}/4`, { body: { data: { blocks: [quote('c')] } } })
    const published = await app.data<OpenEntry>(`POST ${ARTICLES}/4/publish`)
    expect(published.values.blocks).toMatchObject([{ words: 'b!' }, { words: 'a' }])
  })

  test('pending changes can be dropped, and belong to the draft when the entry is unpublished', async () => {
    await app.call(`PUT ${ARTICLES}/4`, { body: { data: { title: 'Dropped' }, pending: true } })
    expect(await app.data<OpenEntry>(`DELETE ${ARTICLES}/4/pending`)).toMatchObject({
      status: 'published',
      pending: null,
      title: 'Harbour',
    })
    await app.call(`PUT ${ARTICLES}/4`, { body: { data: { title: 'Kept' }, pending: true } })
    expect(await app.data<OpenEntry>(`POST ${ARTICLES}/4/unpublish`)).toMatchObject({
      status: 'draft',
      pending: null,
      title: 'Kept',
      publishedAt: null,
    })
    expect(await live(4)).toBeUndefined()
    await app.call(`POST ${ARTICLES}/4/publish`)
    expect(await live(4)).toBe('Kept')
  })

  test('an incomplete draft says what is missing, and which relations lead to drafts', async () => {
    const data = {
      summary: 'No title',
      tags: { connect: [{ id: 4 }, { id: 1 }] },
      blocks: [{ __component: 'blocks.duo', tags: [4] }],
    }
    const { id } = await app.data<OpenEntry>(`POST ${ARTICLES}`, { body: { data } })
    const problem = { path: ['title'], message: 'title must be defined.', name: 'ValidationError' }
    expect(await app.data<EntryCheck>(`GET ${ARTICLES}/${id}/check`)).toEqual({
      problems: [problem],
      draftRelations: [
        { id: 4, uid: 'api::tag.tag', title: 'hidden', status: 'draft', locale: null, path: 'tags' },
        { id: 4, uid: 'api::tag.tag', title: 'hidden', status: 'draft', locale: null, path: 'blocks.0.tags' },
      ],
    })
    expect(await app.call(`POST ${ARTICLES}/${id}/publish`)).toMatchObject({
      status: 400,
      body: errorBody(400, 'ValidationError', 'title must be defined.', { errors: [{ ...problem, locale: 'en' }] }),
    })
    expect(await app.call(`POST ${ARTICLES}/bulk`, { body: { action: 'publish', ids: [id, 5] } })).toMatchObject({
      status: 200,
      body: {
        data: { dryRun: false, ids: [], failed: [{ id, message: 'title must be defined.', errors: [problem] }] },
      },
    })
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/5`)).status).toBe('draft')
  })

  test('several locales are published at once, or none', async () => {
    await app.call(`POST ${ARTICLES}/2/unpublish`)
    const body = { locales: ['en', 'fr'] }
    expect(await app.data<OpenEntry>(`POST ${ARTICLES}/2/publish`, { body })).toMatchObject({
      locales: [
        { locale: 'en', id: 2, status: 'published' },
        { locale: 'fr', id: 7, status: 'published' },
      ],
    })
    expect((await app.call(`POST ${ARTICLES}/5/publish`, { body })).body).toEqual(
      errorBody(400, 'ValidationError', 'locales: there is no translation in fr', {
        errors: [{ path: ['locales'], message: 'there is no translation in fr' }],
      }),
    )
  })

  test('authors cannot publish, and nobody publishes what has no drafts', async () => {
    const { id } = await app.data<OpenEntry>(`POST ${ARTICLES}`, {
      body: { data: { title: 'Mine' } },
      token: app.author,
    })
    expect(await app.status(`POST ${ARTICLES}/${id}/publish`, { token: app.author })).toBe(403)
    expect(await app.status(`POST ${ARTICLES}/${id}/publish`, { token: app.editor })).toBe(200)
    expect((await app.call('POST /content/api::homepage.homepage/single/publish')).status).toBe(400)
  })

  test('many entries are chosen by a query', async () => {
    const query = { filters: { title: { $startsWith: 'Bulk' } } }
    for (const title of ['Bulk 1', 'Bulk 2']) await app.call(`POST ${ARTICLES}`, { body: { data: { title } } })
    const bulk = (action: string, more: object = {}) =>
      app.data<{ ids: number[] }>(`POST ${ARTICLES}/bulk`, { body: { action, query, ...more } })
    const { ids } = await bulk('publish', { dryRun: true })
    expect(ids.length).toBe(2)
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/${ids[0]}`)).status).toBe('draft')
    expect(await bulk('publish')).toEqual({ dryRun: false, ids, failed: [], incoming: 0 })
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/${ids[0]}`)).status).toBe('published')
    expect(await bulk('edit', { data: { rank: 77 } })).toEqual({ dryRun: false, ids, failed: [], incoming: 0 })
    expect((await app.data<OpenEntry>(`GET ${ARTICLES}/${ids[1]}`)).values.rank).toBe(77)
    expect(await bulk('edit', { data: { rank: 'x' } })).toMatchObject({
      ids: [],
      failed: [{ id: ids[0] }, { id: ids[1] }],
    })
    expect(await bulk('unpublish')).toMatchObject({ ids })
    expect(await bulk('delete', { dryRun: true })).toEqual({ dryRun: true, ids, failed: [], incoming: 0 })
    expect(await bulk('delete')).toEqual({ dryRun: false, ids, failed: [], incoming: 0 })
    expect(await app.status(`GET ${ARTICLES}/${ids[0]}`)).toBe(404)
    expect((await app.call(`POST ${ARTICLES}/bulk`, { body: { action: 'delete' } })).body).toMatchObject({
      error: { message: 'ids: expected either ids or query' },
    })
    expect((await app.call(`POST ${ARTICLES}/bulk`, { body: { action: 'burn', ids: [1] } })).status).toBe(400)
    expect(
      await app.data('POST /content/api::tag.tag/bulk', { body: { action: 'delete', ids: [1], dryRun: true } }),
    ).toMatchObject({ ids: [1], incoming: expect.any(Number) })
  })

  test('whoever deletes an entry, over REST or with its locale, deletes what was written for it', async () => {
    const write = async (id: number) => {
      await app.call(`PUT ${ARTICLES}/${id}`, { body: { data: { title: 'Later' }, pending: true } })
      await app.call(`PUT /drafts/api::article.article/${id}`, { body: { base: null, changes: { title: 'Unsaved' } } })
    }
    const pending = () => ownColumn(app.database, 'pending_changes', 'entry_id')
    const drafts = () => ownColumn(app.database, 'drafts', 'entry')
    const [english, french] = [1, 6]
    for (const id of [english, french]) await write(id)
    expect(await pending()).toEqual(expect.arrayContaining([english, french]))
    expect(await drafts()).toEqual(expect.arrayContaining([String(english), String(french)]))
    expect(await app.status(`DELETE /api/articles/${english}`, { token: 'world-full-access' })).toBe(200)
    const locale = (await app.data<{ id: number; code: string }[]>('GET /locales')).find(({ code }) => code === 'fr')!
    const uses = await app.data<{ entries: number }[]>(`GET /locales/${locale.id}/uses`)
    const entries = uses.reduce((sum, each) => sum + each.entries, 0)
    expect(await app.status(`DELETE /locales/${locale.id}?entries=${entries}`)).toBe(200)
    for (const id of [english, french]) {
      expect(await pending()).not.toContain(id)
      expect(await drafts()).not.toContain(String(id))
    }
  })
})

/** A column of all rows of one of Populus' own tables. */
async function ownColumn(database: DatabaseConfig, table: string, column: string): Promise<readonly unknown[]> {
  if (database.client === 'postgres') {
    const found: unknown[] = []
    await onServer(database.url, async sql => {
      for (const row of await sql.unsafe(`select ${column} from populus.${table}`)) found.push(row[column])
    })
    return found
  }
  const file = new Sqlite(ownFilename(database.filename), { readonly: true })
  try {
    return file.prepare(`select ${column} from ${table}`).pluck().all()
  } finally {
    file.close()
  }
}
