import { describe, expect, test } from 'vitest'
import type { OpenEntry } from '../../src/admin-api/content-api.ts'
import { errorBody } from '../identity/administrators/admin-app.ts'
import { ownRows, runOwn } from '../identity/administrators/own-rows.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const TAGS = 'api::tag.tag'

describe.each(CLIENTS)('unsaved work, on %s', client => {
  const app = panelApp(client, { draftSize: 1000 })

  test('is kept for the person alone, and shown with the entry', async () => {
    const body = { base: 'v1.abc', changes: { set: { name: 'Half a na' } }, title: 'Half a na' }
    expect(await app.call(`PUT /drafts/${TAGS}/2`, { body, token: app.editor })).toMatchObject({
      status: 200,
      body: { data: { savedAt: '<moment>' } },
    })
    const draft = { base: 'v1.abc', changes: body.changes, savedAt: '<moment>' }
    expect(await app.data(`GET /drafts/${TAGS}/2`, { token: app.editor })).toEqual(draft)
    expect(await app.data(`GET /drafts/${TAGS}/2`)).toBeNull()
    expect(await app.data('GET /drafts')).toEqual([])
    expect((await app.data<OpenEntry>(`GET /content/${TAGS}/2`, { token: app.editor })).draft).toEqual(draft)
    expect((await app.data<OpenEntry>(`GET /content/${TAGS}/2`)).draft).toBeNull()
    expect(await app.data('GET /drafts', { token: app.editor })).toEqual([
      { uid: TAGS, id: '2', title: 'Half a na', locale: null, savedAt: '<moment>' },
    ])
    expect(await app.data(`DELETE /drafts/${TAGS}/2`)).toEqual({ deleted: false })
    expect(await app.data(`DELETE /drafts/${TAGS}/2`, { token: app.editor })).toEqual({ deleted: true })
  })

  test('exists for entries that were never saved, and ends with a save', async () => {
    const body = { base: null, changes: [1, null, 'x'], locale: 'en' }
    await app.call(`PUT /drafts/${TAGS}/new-7f`, { body })
    expect(await app.data(`GET /drafts/${TAGS}/new-7f`)).toMatchObject({ base: null, changes: [1, null, 'x'] })
    await app.call(`PUT /drafts/${TAGS}/3`, { body })
    await app.call(`PUT /content/${TAGS}/3`, { body: { data: { weight: 3 } } })
    expect(await app.data(`GET /drafts/${TAGS}/3`)).toBeNull()
  })

  test('becomes an entry once, however often it is sent', async () => {
    const post = (name: string, draft: string, token = app.token) =>
      app.call(`POST /content/${TAGS}`, { body: { data: { name }, draft }, token })
    await app.call(`PUT /drafts/${TAGS}/new-once`, { body: { base: null, changes: 1 } })
    const first = (await post('Once', 'new-once')).body as { data: OpenEntry }
    const { id, version } = first.data
    expect(await app.data(`GET /drafts/${TAGS}/new-once`)).toBeNull()
    expect((await post('Once more', 'new-once')).body).toMatchObject({
      error: { status: 409, details: { id, version, changed: [], updatedAt: '<moment>' } },
    })
    expect((await app.data<readonly { id: string }[]>('GET /drafts')).map(draft => draft.id)).not.toContain(
      'made-new-once',
    )
    expect((await post('Of somebody else', 'new-once', app.editor)).status).toBe(201)
    // Whoever has the answer drops the draft; whoever has deleted the entry begins anew.
    await app.call(`DELETE /content/${TAGS}/${id}`)
    expect((await post('Once again', 'new-once')).status).toBe(201)
    expect(await app.status(`DELETE /drafts/${TAGS}/new-once`)).toBe(200)
    expect((await post('And again', 'new-once')).status).toBe(201)
    expect((await post('Nonsense', 'made-new-once')).body).toMatchObject({
      error: { message: 'draft: expected the name of a draft, such as new-k3f' },
    })
  })

  test('is bounded, and only for what the person may read', async () => {
    const body = { base: null, changes: 'x'.repeat(2000) }
    expect((await app.call(`PUT /drafts/${TAGS}/2`, { body })).body).toEqual(
      errorBody(413, 'PayloadTooLargeError', 'The draft is larger than 1000 bytes (setting admin.draftSize)'),
    )
    expect((await app.call(`PUT /drafts/${TAGS}/2`, { body: { base: 3 } })).body).toMatchObject({
      error: { message: 'base: expected a string; changes: expected a JSON value' },
    })
    const small = { body: { base: null, changes: 1 } }
    expect(await app.status(`PUT /drafts/${TAGS}/new`, small)).toBe(404)
    expect(await app.status('PUT /drafts/api::nothing.nothing/1', small)).toBe(404)
    const users = 'PUT /drafts/plugin::users-permissions.user/1'
    expect(await app.status(users, { ...small, token: app.editor })).toBe(404)
    expect(await app.status(`GET /drafts/${TAGS}/2`, { token: null })).toBe(401)
  })
})

describe.each(CLIENTS)('much unsaved work, on %s', client => {
  const app = panelApp(client)

  test('never leaves out what was saved last, although the clock was set back', async () => {
    const body = { base: null, changes: 1 }
    const later = Date.now() + 3_600_000
    const many = Array.from(
      { length: 501 },
      (_, n) => `(1, '${TAGS}', 'new-${n}', null, '1', null, null, ${later + n})`,
    )
    const columns = 'admin_id, uid, entry, base, changes, title, locale, saved_at'
    await runOwn(app.database, `insert into populus.drafts (${columns}) values ${many.join(', ')}`)
    await app.call(`PUT /drafts/${TAGS}/2`, { body })
    expect(await app.data(`GET /drafts/${TAGS}/2`)).toMatchObject({ changes: 1 })
    expect(await app.data(`GET /drafts/${TAGS}/new-0`)).toBeNull()
  })
})

describe.each(CLIENTS)('who is where, on %s', client => {
  const app = panelApp(client)

  test('people in one entry see each other until they leave', async () => {
    const place = { uid: TAGS, id: 2, tab: 'a' }
    const other = { person: { id: 2, name: 'Eda' }, path: 'name', since: '<moment>' }
    expect(await app.data('POST /presence', { body: { ...place, path: 'name' }, token: app.editor })).toEqual([])
    expect(await app.data('POST /presence', { body: place })).toEqual([other])
    expect((await app.data<OpenEntry>(`GET /content/${TAGS}/2`)).presence).toEqual([other])
    expect((await app.data<OpenEntry>(`GET /content/${TAGS}/3`)).presence).toEqual([])
    await app.call('POST /presence', { body: { ...place, gone: true }, token: app.editor })
    expect((await app.data<OpenEntry>(`GET /content/${TAGS}/2`)).presence).toEqual([])
    expect((await app.call('POST /presence', { body: { uid: TAGS, id: 'x' } })).body).toMatchObject({
      error: { message: 'id: expected a number' },
    })
    const users = { uid: 'plugin::users-permissions.user', id: 1 }
    expect(await app.status('POST /presence', { body: users, token: app.editor })).toBe(404)
  })

  test('after the clock was set, people are there as soon as they are heard of, and not for longer', async () => {
    const place = { uid: TAGS, id: 4, tab: 'a' }
    const others = async () => (await app.data<OpenEntry>(`GET /content/${TAGS}/4`)).presence.length
    for (const jump of [3_600_000, -86_400_000]) {
      await app.data('POST /presence', { body: place, token: app.editor })
      expect(await others()).toBe(1)
      await runOwn(app.database, `update populus.presence set seen_at = seen_at + ${jump}`)
      expect(await others()).toBe(0)
      await app.data('POST /presence', { body: { ...place, id: 5 } })
      expect(await ownRows(app.database, 'presence')).toHaveLength(1)
    }
  })
})
