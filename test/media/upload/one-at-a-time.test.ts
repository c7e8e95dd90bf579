/** Several servers and one file: its row and its objects never part, whoever replaces, deletes or moves it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlacedRef } from '../../../src/media/providers/provider.ts'
import type { MoveNote } from '../../../src/media/upload/notes.ts'
import { CLIENTS } from '../../support/databases.ts'
import {
  copyOfMediaProject,
  field,
  form,
  type MediaApp,
  mediaAppOn,
  mediaDatabase,
  type Part,
  paper,
} from '../media-app.ts'
import { FakeBucket } from './fake-bucket.ts'
import { changeNotes, insertNote, notesIn } from './media-state.ts'

/** A process on a host that nobody knows anything about. */
const FAR = 'another-host:1:1'

async function image(width: number): Promise<Part> {
  const create = { width, height: 300, channels: 3, background: '#a0b0c0' } as const
  return { name: 'files', value: await sharp({ create }).png().toBuffer(), file: 'a.png', type: 'image/png' }
}

describe.each(CLIENTS)('one file on %s', client => {
  const bucket = new FakeBucket()
  let start: () => Promise<MediaApp>
  let [one, other]: MediaApp[] = []
  beforeAll(async () => {
    const input = { folder: copyOfMediaProject(), database: await mediaDatabase(client) }
    const settings = await bucket.listen()
    start = () => mediaAppOn({ ...input, media: settings, secrets: { admin: 'one-at-a-time-secret' } })
    one = await start()
    other = await start()
  })
  afterAll(() => bucket.close())

  const upload = async (...parts: Part[]) => (await one!.send('POST', '/api/upload', form(...parts))).body[0]
  const replace = (media: MediaApp, id: number, part: Part) =>
    media.send('POST', `/api/upload?id=${id}`, form(part)).then(({ status }) => status)
  /** What rows say that there is, and what there is. */
  const inStep = async () => {
    const rows = await one!.rows('select hash, ext, size, url, formats from files')
    const said = rows.flatMap(([hash, ext, size, url, formats]) => {
      const parsed = typeof formats === 'string' ? JSON.parse(formats) : formats
      return [{ hash, ext, size, url }, ...Object.values((parsed ?? {}) as Record<string, object>)]
    }) as { url: string; size: number }[]
    const found = [...bucket.objects].map(([key, bytes]) => [key, Math.round((bytes.length / 1000) * 100) / 100])
    const expected = said.map(({ url, size }) => [url.replace(/^.*\/bucket\//, ''), Number(size)])
    expect(found.sort()).toEqual(expected.sort())
    expect(await notesIn(one!.database)).toEqual([])
  }

  test('replaced by two servers at once, again and again', async () => {
    const file = await upload(await image(300))
    const widths = [260, 350, 420, 510, 640, 780]
    const images = await Promise.all(widths.map(image))
    // Answers of the storage overtake each other.
    bucket.refuse = async () => {
      await new Promise(resolve => setTimeout(resolve, Math.random() * 40))
      return false
    }
    const answers = images.map((part, index) => replace(index % 2 === 0 ? one! : other!, file.id, part))
    expect(await Promise.all(answers)).toEqual(widths.map(() => 200))
    await inStep()
    const deleted = other!.send('DELETE', `/api/upload/files/${file.id}`)
    const last = replace(one!, file.id, images[5]!)
    expect((await deleted).status).toBe(200)
    expect([200, 404]).toContain(await last)
    await inStep()
    bucket.refuse = () => false
  })

  test('deleted with others by one server while another replaces it: after the replacement, with its new objects', async () => {
    const login = { email: 'root@example.org', password: 'root password' }
    await one!.send('POST', '/admin/api/first-admin', { ...login, code: await one!.app.firstAdminCode() })
    const { token } = (await one!.send('POST', '/admin/api/login', login)).body.data
    const [file, second] = [await upload(await image(200)), await upload(paper('second.txt'))]
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    const storing = new Promise<void>(resolve => {
      bucket.refuse = async (method, key) => {
        if (method !== 'PUT' || !key.includes('thumbnail_')) return false
        resolve()
        await released
        return false
      }
    })
    const replaced = replace(one!, file.id, await image(700))
    await storing
    const deleted = other!.app.inject({
      method: 'POST',
      url: '/admin/api/media/bulk',
      headers: { authorization: `Bearer ${token}` },
      payload: { action: 'delete', files: [second.id, file.id] },
    })
    await Promise.race([deleted, new Promise(resolve => setTimeout(resolve, 500))])
    release()
    expect(await replaced).toBe(200)
    expect(JSON.parse((await deleted).body)).toEqual({ data: { files: [file.id, second.id], folders: [], usage: [] } })
    expect([...bucket.objects.keys()]).toEqual([])
    await inStep()
    bucket.refuse = () => false
  })

  test('in a folder of the storage, a replaced file keeps its address, also if the replacement fails', async () => {
    const file = await upload(await image(600), field('path', 'press/2024'))
    const before = new Map(bucket.objects)
    expect([...before.keys()].every(key => key.startsWith('press/2024/'))).toBe(true)
    let refusals = 0
    bucket.refuse = (method, key) => method === 'PUT' && key.includes('thumbnail_') && refusals++ === 0
    expect(await replace(one!, file.id, await image(700))).toBeGreaterThanOrEqual(502)
    expect(new Map(bucket.objects)).toEqual(before)
    bucket.refuse = () => false
    expect(await replace(one!, file.id, await image(800))).toBe(200)
    const { body } = await one!.send('GET', `/api/upload/files/${file.id}`)
    expect(body).toMatchObject({ url: file.url, hash: file.hash, width: 800 })
    await inStep()
    await one!.send('DELETE', `/api/upload/files/${file.id}`)
    expect([...bucket.objects.keys()]).toEqual([])
  })

  test('what a dead server has left is undone before the next replacement, not after it', async () => {
    const file = await upload(paper('a.txt'))
    const { hash, ext, mime } = file
    const left: PlacedRef = { hash: `old_${hash}`, ext, mime, path: null, url: '', providerMetadata: null }
    bucket.objects.set(`old_${hash}${ext}`, Buffer.from('left behind'))
    const nothing = { backups: [], obsolete: [], after: null }
    const note = { kind: 'replace', provider: 'aws-s3', fileId: file.id, added: [left], ...nothing } as const
    await insertNote(one!.database, { owner: FAR, expires: 1, note })
    expect(await replace(one!, file.id, paper('b.txt', 'files', 'other words'))).toBe(200)
    await inStep()
    expect(bucket.objects.get(`${hash}${ext}`)!.toString()).toBe('other words')
  })

  test.runIf(process.env.MEDIA_STEPS === 'all')(
    'a request waits 20 seconds for another server, then gets 503',
    async () => {
      const file = await upload(paper('busy.txt'))
      const nothing = { backups: [], added: [], obsolete: [], after: null }
      const note = { kind: 'replace', provider: 'aws-s3', fileId: file.id, ...nothing } as const
      await insertNote(one!.database, { owner: FAR, expires: Date.now() + 50_000, note })
      const { status, headers, body } = await one!.send('DELETE', `/api/upload/files/${file.id}`)
      await changeNotes(one!.database, 'delete from media_journal')
      expect({ status, message: body.error.message }).toEqual({
        status: 503,
        message: 'Another request is changing this file',
      })
      expect(headers).toMatchObject({ 'retry-after': '20' })
      await inStep()
    },
  )

  test('a server that was taken for dead stores nothing', async () => {
    const before = await one!.rows('select count(*) from files')
    let renewedFor = 0
    bucket.refuse = async method => {
      if (method !== 'PUT') return false
      const [expires] = (await notesIn(one!.database, 'expires_at'))[0]!
      renewedFor = Number(expires) - Date.now()
      await changeNotes(one!.database, `update media_journal set owner = '${FAR}'`)
      return false
    }
    const { status } = await one!.send('POST', '/api/upload', form(paper('late.txt')))
    bucket.refuse = () => false
    expect(status).toBe(503)
    // A container that starts anew has another name, so it waits for this time.
    expect(renewedFor).toBeGreaterThan(0)
    expect(renewedFor).toBeLessThanOrEqual(30_000)
    expect(await one!.rows('select count(*) from files')).toEqual(before)
    await inStep()
  })
  test.each([
    ['before its row was changed: the copies go', { provider: 'aws-s3', to: 'local' }],
    ['after its row was changed: the old objects go', { provider: 'local', to: 'aws-s3' }],
  ])('a move that was interrupted %s', async (_when, move) => {
    const file = await upload(paper('moved.txt'))
    const { id, hash, ext, mime } = file
    const object: PlacedRef = { hash, ext, mime, path: null, url: '', providerMetadata: null }
    const note: MoveNote = { kind: 'move', ...move, fileId: id, objects: [object], copies: [object], keep: false }
    const uploads = join(one!.folder, 'public', 'uploads')
    mkdirSync(uploads, { recursive: true })
    writeFileSync(join(uploads, `${hash}${ext}`), 'hello')
    await insertNote(one!.database, { owner: FAR, expires: 1, note })
    await (await start()).app.close()
    expect(one!.stored()).toEqual([])
    await inStep()
  })
})
