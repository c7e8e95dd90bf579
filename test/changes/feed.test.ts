/** Every committed change is in the feed once, in order, whoever made it; what was refused is not. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangeFeedPage, RecordedChange } from '../../src/admin-api/draft-api.ts'
import { panelApp } from '../management/panel-app.ts'
import { CLIENTS } from '../support/databases.ts'

const TAG = 'api::tag.tag'
const ARTICLES = '/content/api::article.article'

const FORM_HEADERS = { 'content-type': 'multipart/form-data; boundary=b' }
const FILE_FORM = [
  '--b',
  'content-disposition: form-data; name="files"; filename="note.txt"',
  'content-type: text/plain',
  '',
  'a note',
  '--b--',
  '',
].join('\r\n')

describe.each(CLIENTS)('the feed of changes on %s', client => {
  const app = panelApp(client)
  let next = ''

  /** The changes since the last look, without their time. */
  async function news(): Promise<readonly Omit<RecordedChange, 'at'>[]> {
    const { body } = await app.call(`GET /changes?since=${next}`)
    const { data, meta } = body as ChangeFeedPage
    next = meta.next
    expect(meta.more).toBe(false)
    return data.map(({ at, ...change }) => {
      expect(at).toBe('<moment>')
      return change
    })
  }

  beforeAll(async () => {
    await news()
  })

  it('names type, entry, locale, action and who', async () => {
    const by = { kind: 'admin', id: 1 }
    const { id } = await app.data<{ id: number }>('POST /content/api::tag.tag', { body: { data: { name: 'fed' } } })
    await app.call(`PUT /content/api::tag.tag/${id}`, { body: { data: { name: 'feed' } } })
    await app.call(`DELETE /content/api::tag.tag/${id}`)
    expect(await news()).toEqual([
      { type: TAG, id, locale: null, action: 'create', by },
      { type: TAG, id, locale: null, action: 'update', by },
      { type: TAG, id, locale: null, action: 'delete', by },
    ])
    expect(await news()).toEqual([])
  })

  it('publishing is an action of its own; work that is kept apart is no change', async () => {
    const by = { kind: 'admin', id: 1 }
    const type = 'api::article.article'
    await app.call(`POST ${ARTICLES}/4/unpublish`)
    await app.call(`POST ${ARTICLES}/4/publish`)
    await app.call(`PUT ${ARTICLES}/4`, { body: { data: { title: 'Apart' }, pending: true } })
    const [first, ...rest] = await news()
    expect([first!.action, ...rest.map(({ action }) => action)]).toEqual(['unpublish', 'publish'])
    expect(first).toMatchObject({ type, id: 4, by })
  })

  it('a refused write is not in it', async () => {
    expect(await app.status(`POST ${ARTICLES}`, { body: { data: { title: { not: 'a text' } } } })).toBe(400)
    expect(await app.status(`PUT ${ARTICLES}/99999`, { body: { data: { title: 'x' } } })).toBe(404)
    expect(await news()).toEqual([])
  })

  it('uploads, and changes of files and folders', async () => {
    const by = { kind: 'admin', id: 1 }
    const { id: folder } = await app.data<{ id: number }>('POST /folders', { body: { name: 'fed' } })
    const [file] = await app.data<readonly { id: number }[]>('POST /media', { body: FILE_FORM, headers: FORM_HEADERS })
    await app.call('POST /media/bulk', { body: { action: 'move', files: [file!.id], to: folder } })
    await app.call(`DELETE /folders/${folder}`)
    const [FILE, FOLDER] = ['plugin::upload.file', 'plugin::upload.folder']
    expect(await news()).toEqual([
      { type: FOLDER, id: folder, locale: null, action: 'create', by },
      { type: FILE, id: file!.id, locale: null, action: 'create', by },
      { type: FILE, id: file!.id, locale: null, action: 'update', by },
      { type: FILE, id: file!.id, locale: null, action: 'delete', by },
      { type: FOLDER, id: folder, locale: null, action: 'delete', by },
    ])
  })

  it('is read in pages', async () => {
    for (const name of ['one', 'two', 'three'])
      await app.call('POST /content/api::tag.tag', { body: { data: { name } } })
    const first = (await app.call(`GET /changes?since=${next}&limit=2`)).body as ChangeFeedPage
    expect(first).toMatchObject({ data: [{ action: 'create' }, { action: 'create' }], meta: { more: true } })
    const rest = (await app.call(`GET /changes?since=${first.meta.next}&limit=2`)).body as ChangeFeedPage
    expect(rest).toMatchObject({ data: [{ action: 'create' }], meta: { more: false } })
    expect(await app.call('GET /changes?since=now')).toMatchObject({
      body: { data: [], meta: { next: rest.meta.next } },
    })
  })

  it('only the role Super Admin reads it', async () => {
    expect(await app.status('GET /changes?since=', { token: app.editor })).toBe(403)
    expect(await app.status('GET /changes?since=', { token: null })).toBe(401)
  })

  it('a place that is none, or no longer kept', async () => {
    for (const since of ['x', '-1', `${next}0000000000000000`, '0'.repeat(500)])
      expect(await app.status(`GET /changes?since=${since}`), since).toBe(400)
    for (const limit of ['0', '1001', 'x', '-1', '1e3'])
      expect(await app.status(`GET /changes?since=&limit=${limit}`), limit).toBe(400)
    expect(await app.status('GET /changes?since=&typo=1')).toBe(400)
    const [log] = next.split('-')
    for (const since of [`${log}-99999999`, '0123456789ab-1']) {
      const { status, body } = await app.call(`GET /changes?since=${since}`)
      expect({ status, next: (body as { error: { details: object } }).error.details }).toEqual({
        status: 410,
        next: { next: expect.stringMatching(/^[0-9a-f]{12}-\d+$/) },
      })
    }
  })
})
