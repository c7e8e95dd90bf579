/** Storages that fail: the client gets 502 or 503, and nothing is left of its file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { copyOfMediaProject, field, form, type MediaApp, mediaAppOn, mediaDatabase, type Part } from '../media-app.ts'
import { FakeBucket } from './fake-bucket.ts'
import { changeNotes, notesIn } from './media-state.ts'

describe.each(CLIENTS)('a storage that fails on %s', client => {
  const bucket = new FakeBucket()
  let media: MediaApp
  let start: () => Promise<MediaApp>
  let image: Part
  beforeAll(async () => {
    const value = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a0b0c0' } })
      .png()
      .toBuffer()
    image = { name: 'files', value, file: 'a.png', type: 'image/png' }
    const input = { folder: copyOfMediaProject(), database: await mediaDatabase(client) }
    const settings = await bucket.listen()
    start = () => mediaAppOn({ ...input, media: settings })
    media = await start()
  })
  afterAll(() => bucket.close())
  const rows = async () => Number((await media.rows('select count(*) from files'))[0]![0])
  const left = async () => ({
    rows: await rows(),
    objects: [...bucket.objects.keys()],
    temporary: media.temporary(),
    notes: (await notesIn(media.database)).length,
  })
  const NOTHING = { rows: 0, objects: [], temporary: [], notes: 0 }

  test.each([
    ['the file itself', (key: string) => !key.startsWith('thumbnail_') && !key.startsWith('small_')],
    ['one of its formats', (key: string) => key.startsWith('thumbnail_')],
  ])('a storage that refuses %s', async (_what, isRefused) => {
    bucket.refuse = (method, key) => method === 'PUT' && isRefused(key)
    const { status, body } = await media.send('POST', '/api/upload', form(image))
    expect(status).toBeGreaterThanOrEqual(502)
    expect(status).toBeLessThanOrEqual(503)
    expect(body.error.name).toMatch(/^(BadGatewayError|ServiceUnavailableError)$/)
    const entry = form(field('data', { title: 'x' }), { ...image, name: 'files.cover' })
    expect((await media.send('POST', '/api/posts', entry)).status).toBe(status)
    expect(await media.rows('select count(*) from posts')).toEqual([[0]])
    expect(await left()).toEqual(NOTHING)
  })

  test('a refused entry leaves no object', async () => {
    bucket.refuse = () => false
    const entry = form(field('data', { title: 5 }), { ...image, name: 'files.cover' })
    expect((await media.send('POST', '/api/posts', entry)).status).toBe(400)
    expect(await left()).toEqual(NOTHING)
  })

  test('a storage that does not even delete: the answer comes, and the rest is remembered', async () => {
    bucket.refuse = (method, key) => method === 'DELETE' || key.startsWith('thumbnail_')
    expect((await media.send('POST', '/api/upload', form(image))).status).toBeGreaterThanOrEqual(502)
    const { objects, notes, ...others } = await left()
    expect(others).toEqual({ rows: 0, temporary: [] })
    expect({ isThere: objects.length > 0, notes }).toEqual({ isThere: true, notes: 1 })
    bucket.refuse = () => false
    await changeNotes(media.database, 'update media_journal set expires_at = 1')
    await (await start()).app.close()
    expect(await left()).toEqual(NOTHING)
  })

  test('what it has left is cleaned up by the same server, as soon as the storage answers', async () => {
    bucket.refuse = (method, key) => method === 'DELETE' || key.startsWith('thumbnail_')
    expect((await media.send('POST', '/api/upload', form(image))).status).toBeGreaterThanOrEqual(502)
    expect((await left()).notes).toBe(1)
    bucket.refuse = () => false
    await expect.poll(left, { timeout: 20_000, interval: 100 }).toEqual(NOTHING)
  })

  test('a file whose replacement was interrupted can be replaced again at once', async () => {
    bucket.refuse = () => false
    const [file] = (await media.send('POST', '/api/upload', form(image))).body
    const before = new Map(bucket.objects)
    const replace = () => media.send('POST', `/api/upload?id=${file.id}`, form(image))
    bucket.refuse = (method, key) => method === 'DELETE' || (method === 'PUT' && key.startsWith('thumbnail_'))
    expect((await replace()).status).toBeGreaterThanOrEqual(502)
    expect((await left()).notes).toBe(1)
    bucket.refuse = () => false
    expect((await replace()).status).toBe(200)
    expect([...bucket.objects.keys()].sort()).toEqual([...before.keys()].sort())
    expect((await media.send('DELETE', `/api/upload/files/${file.id}`)).status).toBe(200)
    expect(await left()).toEqual(NOTHING)
  })

  test('a replacement that fails keeps the old content', async () => {
    bucket.refuse = () => false
    bucket.objects.clear()
    const [file] = (await media.send('POST', '/api/upload', form(image))).body
    const before = new Map(bucket.objects)
    expect([...before.keys()].length).toBe(3)
    // The new thumbnail is refused; putting the old one back is not.
    let refusals = 0
    bucket.refuse = (method, key) => method === 'PUT' && key.startsWith('thumbnail_') && refusals++ === 0
    const other = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#102030' } })
      .png()
      .toBuffer()
    const { status } = await media.send('POST', `/api/upload?id=${file.id}`, form({ ...image, value: other }))
    expect(status).toBeGreaterThanOrEqual(502)
    expect(new Map(bucket.objects)).toEqual(before)
    expect((await media.send('GET', `/api/upload/files/${file.id}`)).body).toEqual(file)
  })
})

test('a folder that is none: 503, and nothing is left', async () => {
  const folder = copyOfMediaProject()
  mkdirSync(join(folder, 'public'))
  writeFileSync(join(folder, 'public', 'uploads'), 'a file')
  const media = await mediaAppOn({ folder, database: await freshDatabase('sqlite') })
  const { status } = await media.send('POST', '/api/upload', form({ name: 'files', value: 'x', file: 'a.txt' }))
  expect(status).toBe(503)
  expect(await media.rows('select * from files')).toEqual([])
  expect(media.temporary()).toEqual([])
})
