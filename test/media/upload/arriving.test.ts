/** Forms on their way: cut off, stalled, slow, too large. Nothing is left behind, and the client learns why. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { field, form, type MediaApp, openMediaApp, paper, picture } from '../media-app.ts'
import { END, filePart, rawUpload, until } from './raw-upload.ts'

const SIZE_LIMIT = 1_000_000
const LIMITS = { requestTimeout: 1500, uploadRate: 20_000, formFiles: 3, formFields: 5, bodySize: 2000 }
const CHUNK = Buffer.alloc(64 * 1024, 'x')

describe.each(CLIENTS)('forms on their way on %s', client => {
  let media: MediaApp
  let address: string
  beforeAll(async () => {
    media = await openMediaApp(client, { media: { sizeLimit: SIZE_LIMIT }, limits: LIMITS })
    ;({ address } = await media.app.listen())
  })
  const rows = async () => Number((await media.rows('select count(*) from files'))[0]![0])
  const nothingLeft = async () => {
    expect(await until(() => media.temporary().length === 0)).toBe(true)
    expect(media.stored()).toEqual([])
    expect(await rows()).toBe(0)
    expect(await media.rows('select count(*) from posts')).toEqual([[0]])
  }

  test.each(['/api/upload', '/api/posts'])('a client that goes away leaves nothing: %s', async path => {
    for (const how of ['end', 'resetAndDestroy'] as const) {
      const upload = await rawUpload(address, { path, headers: { 'content-length': '500000' } })
      await upload.send(filePart(path === '/api/upload' ? 'files' : 'files.cover'))
      await upload.send(CHUNK)
      expect(await until(() => media.temporary().length === 1)).toBe(true)
      upload.socket[how]()
      if (how === 'end') upload.socket.destroySoon()
      await nothingLeft()
    }
  })

  test('a file over the limit is refused before it has arrived', async () => {
    const upload = await rawUpload(address, { headers: { 'content-length': '30000000' } })
    await upload.send(filePart())
    for (let sent = 0; sent < 20 * SIZE_LIMIT; sent += CHUNK.length) await upload.send(CHUNK)
    const { status, body } = await upload.answer
    expect(status).toBe(413)
    expect(JSON.parse(body)).toEqual({
      data: null,
      error: { status: 413, name: 'PayloadTooLargeError', message: 'big.bin exceeds size limit of 1 MB.', details: {} },
    })
    upload.socket.destroy()
    await nothingLeft()
  })

  test('a file of exactly the limit is accepted', async () => {
    const text = 'x'.repeat(SIZE_LIMIT)
    const { status, body } = await media.send('POST', '/api/upload', form(paper('fits.txt', 'files', text)))
    expect({ status, size: body[0].size }).toEqual({ status: 200, size: 1000 })
    await media.send('DELETE', `/api/upload/files/${body[0].id}`)
    const more = await media.send('POST', '/api/upload', form(paper('more.txt', 'files', `${text}x`)))
    expect(more.body.error.message).toBe('more.txt exceeds size limit of 1 MB.')
    await nothingLeft()
  })

  test('a stalled upload is ended', async () => {
    const upload = await rawUpload(address, { headers: { 'content-length': '500000' } })
    await upload.send(filePart())
    await upload.send(CHUNK)
    const { status, body } = await upload.answer
    expect(status).toBe(408)
    expect(body).toContain('The upload is slower than 20000 bytes per second (setting limits.uploadRate)')
    upload.socket.destroy()
    await nothingLeft()
  })

  test('an upload may take longer than other requests, if it is fast enough', async () => {
    const upload = await rawUpload(address, { headers: { 'transfer-encoding': 'chunked' } })
    const send = (text: string) => upload.send(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
    await send(filePart('files', 'slow.txt', 'text/plain'))
    const begun = Date.now()
    while (Date.now() - begun < 2 * LIMITS.requestTimeout) {
      await send('x'.repeat(15_000))
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    await send(END)
    await upload.send('0\r\n\r\n')
    const { status, body } = await upload.answer
    expect(status).toBe(200)
    upload.socket.destroy()
    await media.send('DELETE', `/api/upload/files/${JSON.parse(body)[0].id}`)
    await nothingLeft()
  })

  const data = field('data', { title: 'x' })
  const many = (count: number, part: (index: number) => ReturnType<typeof field>) =>
    Array.from({ length: count }, (_, index) => part(index))
  const TOO_MUCH = [
    [
      'files',
      '/api/upload',
      many(4, index => picture(`${index}.png`)),
      400,
      'The form has more than 3 files (setting limits.formFiles)',
    ],
    [
      'fields',
      '/api/upload',
      [picture('a.png'), ...many(6, index => field(`f${index}`, 'x'))],
      400,
      'The form has more than 5 fields (setting limits.formFields)',
    ],
    [
      'one field',
      '/api/posts',
      [field('data', { title: 'x'.repeat(2000) })],
      413,
      'The body is larger than 2000 bytes (setting limits.bodySize)',
    ],
    [
      'all fields',
      '/api/posts',
      [data, ...many(3, index => field(`f${index}`, 'x'.repeat(900)))],
      413,
      'The body is larger than 2000 bytes (setting limits.bodySize)',
    ],
    [
      'data as a file',
      '/api/posts',
      [{ name: 'data', value: JSON.stringify({ title: 'x'.repeat(2000) }), file: 'blob' }],
      413,
      'The body is larger than 2000 bytes (setting limits.bodySize)',
    ],
  ] as const
  test.each(TOO_MUCH)('too much of a form: %s', async (_what, path, parts, status, message) => {
    const answer = await media.send('POST', path, form(...parts))
    expect({ status: answer.status, message: answer.body.error?.message }).toEqual({ status, message })
    await nothingLeft()
  })

  test('a caller whose token is wrong gets the answer before the body is read', async () => {
    for (const path of ['/api/upload', '/api/posts']) {
      const headers = { 'content-length': '500000', authorization: 'Bearer nonsense' }
      const upload = await rawUpload(address, { path, headers })
      await upload.send(filePart())
      await upload.send(CHUNK)
      expect((await upload.answer).status).toBe(401)
      upload.socket.destroy()
    }
    await nothingLeft()
  })
})
