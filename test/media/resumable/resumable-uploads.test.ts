/** `/api/upload/tus`: uploads that go on where they were broken off, by the tus protocol. */
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Upload } from 'tus-js-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { picture } from '../../support/worlds/images.ts'
import { type MediaApp, openMediaApp, PIXEL } from '../media-app.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const metadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',')

describe.each(CLIENTS)('resumable uploads on %s', client => {
  let opened: MediaApp
  beforeAll(async () => {
    opened = await openMediaApp(client)
  })

  const ask = async (method: string, url: string, headers: Record<string, string> = {}, payload?: Buffer | string) =>
    opened.app.inject({
      method: method as 'POST',
      url,
      headers: { ...TUS, ...headers },
      ...(payload ? { payload } : {}),
    })
  const begin = (size: number, values: Record<string, string> = { filename: 'a.txt', filetype: 'text/plain' }) =>
    ask('POST', '/api/upload/tus', { 'upload-length': String(size), 'upload-metadata': metadata(values) })
  const add = (location: string, offset: number, payload: Buffer | string) =>
    ask('PATCH', location, { ...PART, 'upload-offset': String(offset) }, payload)
  /** What is kept of uploads that are not finished. */
  const unfinished = async () => {
    const { database } = opened
    if (database.client === 'sqlite')
      return readdirSync(join(database.filename, '..', 'resumable')).filter(name => !name.endsWith('.note'))
    return opened.rows(
      'select id from populus.resumable_uploads where result is null union select upload_id from populus.resumable_parts',
    )
  }

  test('a file in two parts becomes a file like any other', async () => {
    const begun = await begin(11)
    expect([begun.statusCode, begun.body]).toEqual([201, ''])
    expect(begun.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' })
    expect(Date.parse(String(begun.headers['upload-expires']))).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    const location = String(begun.headers.location)
    expect(location).toMatch(/^\/api\/upload\/tus\/[0-9a-f]{32}$/)

    const first = await add(location, 0, 'hello ')
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '6'])
    const asked = await ask('HEAD', location)
    expect([asked.statusCode, asked.headers['upload-offset'], asked.headers['upload-length']]).toEqual([200, '6', '11'])

    const last = await add(location, 6, 'world')
    expect([last.statusCode, last.headers['upload-offset']]).toEqual([200, '11'])
    const [file] = last.json()
    expect(last.json()).toEqual([
      {
        id: file.id,
        name: 'a.txt',
        alternativeText: null,
        caption: null,
        width: null,
        height: null,
        formats: null,
        hash: expect.stringMatching(/^a_[0-9a-f]{10}$/),
        ext: '.txt',
        mime: 'text/plain',
        size: 0.01,
        url: `/uploads/${file.hash}.txt`,
        previewUrl: null,
        provider: 'local',
        provider_metadata: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ])
    expect((await opened.app.inject(file.url)).body).toBe('hello world')
    const after = await ask('HEAD', location)
    expect([after.statusCode, after.headers['upload-offset']]).toEqual([200, '11'])
    expect(await unfinished()).toEqual([])
    expect(opened.temporary()).toEqual([])
  })

  test('a lost answer can be asked for again, and stores nothing twice', async () => {
    const location = String((await begin(5)).headers.location)
    const first = await add(location, 0, 'hello')
    const count = opened.stored().length
    const again = await add(location, 5, '')
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    expect(opened.stored().length).toBe(count)
  })

  test('the last part may come with the beginning', async () => {
    const headers = { ...PART, 'upload-length': '5', 'upload-metadata': metadata({ filename: 'b.txt' }) }
    const answer = await ask('POST', '/api/upload/tus', headers, 'hello')
    expect([answer.statusCode, answer.json()[0].name]).toEqual([201, 'b.txt'])
  })

  test('metadata has the fields of the form: information and the entry to attach to', async () => {
    const fileInfo = JSON.stringify({ name: 'chosen.png', alternativeText: 'A dot', caption: 'one' })
    const values = { filename: 'a.png', filetype: 'image/png', fileInfo }
    const location = String((await begin(PIXEL.length, values)).headers.location)
    const [file] = (await add(location, 0, PIXEL)).json()
    expect(file).toMatchObject({ name: 'chosen.png', alternativeText: 'A dot', caption: 'one', width: 1, height: 1 })
    const other = Buffer.from('hello')
    const replacing = String((await begin(5, { filename: 'a.txt', id: String(file.id) })).headers.location)
    expect((await add(replacing, 0, other)).json()).toMatchObject({ id: file.id, hash: file.hash, mime: 'text/plain' })
  })

  test('what is refused as an upload is refused at the end, and gone', async () => {
    const location = String((await begin(5, { filename: 'a.png', filetype: 'image/png' })).headers.location)
    const answer = await add(location, 0, 'hello')
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, 'File is not a valid image'])
    expect((await ask('HEAD', location)).statusCode).toBe(404)
    expect(await unfinished()).toEqual([])
    expect(opened.temporary()).toEqual([])
  })

  test('giving up beside the last part: the upload is stored or gone, and nobody fails', async () => {
    for (let round = 0; round < 12; round++) {
      const location = String(
        (await begin(PIXEL.length, { filename: 'a.png', filetype: 'image/png' })).headers.location,
      )
      const last = add(location, 0, PIXEL)
      for (let turn = 0; turn < round * 3; turn++) await new Promise(setImmediate)
      const given = await ask('DELETE', location)
      const { statusCode, body } = await last
      expect([200, 404, 409, 499], body).toContain(statusCode)
      expect([204, 404, 409]).toContain(given.statusCode)
      if (given.statusCode === 409) expect(statusCode).toBe(200)
      const after = await ask('HEAD', location)
      expect(after.statusCode).toBe(given.statusCode === 409 ? 200 : 404)
    }
    expect(await unfinished()).toEqual([])
    expect(opened.temporary()).toEqual([])
  })

  test('an upload can be given up', async () => {
    const location = String((await begin(5)).headers.location)
    await add(location, 0, 'he')
    expect((await ask('DELETE', location)).statusCode).toBe(204)
    expect((await ask('HEAD', location)).statusCode).toBe(404)
    expect(await unfinished()).toEqual([])
  })

  test.each<[string, string, Record<string, string>, number, string]>([
    ['no version', 'POST', { 'tus-resumable': '0.2.2' }, 412, 'Only version 1.0.0 of the tus protocol is supported'],
    ['no length', 'POST', {}, 400, 'upload-length must be a number of bytes'],
    ['a length that is none', 'POST', { 'upload-length': '-1' }, 400, 'upload-length must be a number of bytes'],
    ['a length to come', 'POST', { 'upload-defer-length': '1' }, 400, 'the length must be known: upload-length'],
    ['no name', 'POST', { 'upload-length': '1' }, 400, 'upload-metadata must have a filename'],
    [
      'metadata that is none',
      'POST',
      { 'upload-length': '1', 'upload-metadata': 'a b c' },
      400,
      'upload-metadata must have names, each with a value in base64',
    ],
    ['nothing', 'POST', { 'upload-length': '0', 'upload-metadata': `filename ${base64('a')}` }, 400, 'Files are empty'],
    [
      'too much',
      'POST',
      { 'upload-length': '1000000001', 'upload-metadata': `filename ${base64('a')}` },
      413,
      'a exceeds size limit of 1 GB.',
    ],
  ])('%s is refused', async (_title, method, headers, status, message) => {
    const answer = await ask(method, '/api/upload/tus', headers)
    expect([answer.statusCode, answer.json().error.message, answer.headers['tus-resumable']]).toEqual([
      status,
      message,
      '1.0.0',
    ])
  })

  test('a part in the wrong place, of the wrong type, or too long is refused and changes nothing', async () => {
    const location = String((await begin(5)).headers.location)
    await add(location, 0, 'he')
    const wrong = await add(location, 0, 'hello')
    expect([wrong.statusCode, wrong.json().error.message]).toEqual([409, 'The upload continues at byte 2, not at 0'])
    const typed = await ask('PATCH', location, { 'upload-offset': '2', 'content-type': 'text/plain' }, 'llo')
    expect(typed.json().error.message).toBe('content-type must be application/offset+octet-stream')
    const long = await add(location, 2, 'llo, and more')
    expect([long.statusCode, long.json().error.message]).toEqual([
      400,
      'The upload is longer than the 5 bytes that were announced',
    ])
    expect((await ask('HEAD', location)).headers['upload-offset']).toBe('2')
    for (const id of ['x', '..%2f..%2fx', '0'.repeat(32)])
      expect((await ask('HEAD', `/api/upload/tus/${id}`)).statusCode).toBe(404)
  })

  test('OPTIONS tells what is possible, and other origins may use it', async () => {
    const told = await opened.app.inject({ method: 'OPTIONS', url: '/api/upload/tus' })
    expect(told.headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,termination',
      'tus-max-size': '1000000000',
    })
    const preflight = await opened.app.inject({
      method: 'OPTIONS',
      url: '/api/upload/tus/0',
      headers: { origin: 'https://example.org', 'access-control-request-method': 'PATCH' },
    })
    expect(preflight.headers['access-control-allow-headers']).toContain('Upload-Offset')
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH')
    const begun = await begin(1)
    expect(begun.headers['access-control-expose-headers']).toContain('Location')
  })
})

describe.each(CLIENTS)('over a real connection on %s', client => {
  let opened: MediaApp
  let address: string
  beforeAll(async () => {
    opened = await openMediaApp(client)
    address = (await opened.app.listen()).address
  })

  test('a client of the protocol uploads a picture in parts', async () => {
    const bytes = await picture(700, 700).jpeg({ quality: 90 }).toBuffer()
    const progress: number[] = []
    const body = await new Promise<string>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${address}/api/upload/tus`,
        chunkSize: 10_000,
        retryDelays: null,
        metadata: { filename: 'photo.jpg', filetype: 'image/jpeg' },
        onProgress: sent => progress.push(sent),
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getBody()),
      }).start()
    })
    const [file] = JSON.parse(body)
    expect(file).toMatchObject({ name: 'photo.jpg', width: 700, mime: 'image/jpeg', ext: '.jpg' })
    expect(Object.keys(file.formats).sort()).toEqual(['small', 'thumbnail'])
    expect(progress.at(-1)).toBe(bytes.length)
  })

  test('what arrived before the line broke is kept, and the client goes on from there', async () => {
    const length = { 'upload-length': '100000', 'upload-metadata': metadata({ filename: 'long.txt' }) }
    const begun = await fetch(`${address}/api/upload/tus`, { method: 'POST', headers: { ...TUS, ...length } })
    const location = String(begun.headers.get('location'))
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    const head = `PATCH ${location} HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-length: 100000\r\n`
    socket.write(`${head}content-type: application/offset+octet-stream\r\n\r\n${'x'.repeat(60_000)}`)
    const offset = async () =>
      Number((await fetch(address + location, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'))
    await new Promise(resolve => setTimeout(resolve, 300))
    // The old request is still open. Asking ends it.
    expect(await offset()).toBe(60_000)
    socket.destroy()
    const rest = await fetch(address + location, {
      method: 'PATCH',
      headers: { ...PART, 'upload-offset': '60000' },
      body: 'y'.repeat(40_000),
    })
    const [file] = (await rest.json()) as [{ url: string }]
    expect(await (await fetch(address + file.url)).text()).toBe('x'.repeat(60_000) + 'y'.repeat(40_000))
  })
})

describe('rights', () => {
  test('are needed at the beginning and at the end', async () => {
    const opened = await openMediaApp('sqlite')
    const { app, database } = opened
    const headers = { ...TUS, 'upload-length': '5', 'upload-metadata': metadata({ filename: 'a.txt' }) }
    const begun = await app.inject({ method: 'POST', url: '/api/upload/tus', headers })
    expect(begun.statusCode).toBe(201)
    const file = new SqliteFile(database.client === 'sqlite' ? database.filename : '')
    file.exec("delete from up_permissions where action = 'plugin::upload.content-api.upload'")
    file.close()
    const ended = await app.inject({
      method: 'PATCH',
      url: String(begun.headers.location),
      headers: { ...PART, 'upload-offset': '0' },
      payload: 'hello',
    })
    expect(ended.statusCode).toBe(403)
    expect((await app.inject({ method: 'POST', url: '/api/upload/tus', headers })).statusCode).toBe(403)
    expect(opened.stored()).toEqual([])
  })
})

describe.each(CLIENTS)('limits on %s', client => {
  test('callers without a name are told apart by their networks', async () => {
    const resumable = { uploads: 4, bytes: 1000, hours: 1 }
    const { app } = await openMediaApp(client, { media: { resumable } })
    const begun = async (remoteAddress: string) => {
      const headers = { ...TUS, 'upload-length': '9', 'upload-metadata': metadata({ filename: 'a.txt' }) }
      return (await app.inject({ method: 'POST', url: '/api/upload/tus', headers, remoteAddress })).statusCode
    }
    const [one, other] = ['203.0.113.1', '203.0.113.2']
    const answers = [await begun(one), await begun(one), await begun(one), await begun(other), await begun(other)]
    expect(answers).toEqual([201, 201, 429, 201, 201])
  })
})
