/** Attacks on uploads: names, types, contents and places that a client may not choose. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { field, filesIn, form, type MediaApp, openMediaApp, type Part, PIXEL, paper, picture } from '../media-app.ts'
import { BOUNDARY } from './raw-upload.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(2)</script><rect/></svg>'
/** Names made by the server: letters, digits, underscores, ten random digits, a short extension. */
const SAFE = /^(\w*_)?\w*_[0-9a-f]{10}(\.[a-z0-9]{1,12})?$/i

describe.each(CLIENTS)('attacks on uploads on %s', client => {
  let media: MediaApp
  beforeAll(async () => {
    media = await openMediaApp(client)
  })
  const post = (body: FormData, search = '') => media.send('POST', `/api/upload${search}`, body)
  const outside = () =>
    filesIn(media.folder).filter(name => !name.startsWith(join('public', 'uploads')) && !name.startsWith('.tmp'))

  /** Exactly these bytes as the name: no client library would send some of them. */
  const postNamed = async (name: string | Buffer) => {
    const head = Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="`),
      Buffer.from(name as string),
      Buffer.from('"\r\ncontent-type: image/png\r\n\r\n'),
    ])
    const payload = Buffer.concat([head, PIXEL, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const response = await media.app.inject({ method: 'POST', url: '/api/upload', headers, payload })
    return { status: response.statusCode, body: response.json() as { name: string; ext: string; hash: string }[] }
  }

  const REFUSED_NAMES = [
    '../../a.png',
    '/etc/passwd',
    'a/b.png',
    `${'x'.repeat(4092)}.png`,
    'con',
    'a<b>.png',
    'a:b',
    '..',
  ]
  test.each(REFUSED_NAMES.map(name => [name.slice(0, 30), name]))('the name %j is refused', async (_title, name) => {
    const before = { stored: media.stored(), outside: outside() }
    const { status, body } = await postNamed(name)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { name: 'ApplicationError', message: 'File name contains invalid characters' } },
    })
    expect({ stored: media.stored(), outside: outside() }).toEqual(before)
    expect(media.temporary()).toEqual([])
  })

  test.each(['a\0.png', 'a\u0001b.png'])('the name %j is no part of a form', async name => {
    const { status, body } = await postNamed(name)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: 'The form cannot be read: Malformed part header' } },
    })
    expect(media.temporary()).toEqual([])
  })

  const ACCEPTED_NAMES: readonly (readonly [string, string, string])[] = [
    ['a.png%00.html', 'a.png%00.html', '.png'],
    ['C:\\x.png', 'x.png', '.png'],
    ['..\\..\\x.png', 'x.png', '.png'],
    ['.htaccess', '.htaccess', '.png'],
    ['a.png.php', 'a.png.php', '.png'],
    ['a.html', 'a.html', '.png'],
    ['x'.repeat(251), 'x'.repeat(251), '.png'],
    ['web.config', 'web.config', '.png'],
    ['日本語.png', '日本語.png', '.png'],
    ['-rf *.png'.replace('*', ''), '-rf .png', '.png'],
  ]
  test.each(ACCEPTED_NAMES.map(row => [row[0].slice(0, 30), ...row] as const))(
    'the name %j is shown, and never used',
    async (_title, sent, shown, ext) => {
      const before = outside()
      const { status, body } = await postNamed(sent)
      expect(status).toBe(200)
      expect(body).toMatchObject([{ name: shown, ext }])
      const stored = `${body[0]!.hash}${body[0]!.ext}`
      expect(stored).toMatch(SAFE)
      expect(media.stored()).toContain(stored)
      expect(outside()).toEqual(before)
    },
  )

  test('every stored name is made by the server', () => {
    for (const name of media.stored()) expect(name).toMatch(SAFE)
  })

  test('bytes that are no text in a name become some text', async () => {
    const { status, body } = await postNamed(Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28, 0x2e, 0x70, 0x6e, 0x67]))
    expect(status).toBe(200)
    expect(`${body[0]!.hash}${body[0]!.ext}`).toMatch(SAFE)
  })

  test('information about a file cannot choose its name, place or storage', async () => {
    const [file] = (await post(form(picture('a.png')))).body
    const info = {
      hash: '../../x',
      ext: '.js',
      url: 'https://evil.example',
      provider: 'evil',
      path: '..',
      mime: 'text/html',
      size: 0,
      id: 1,
      folder: 1,
      folderPath: '/',
      related: [],
      formats: {},
      provider_metadata: {},
      __proto__: { name: 'x' },
    }
    const before = outside()
    for (const body of [form(field('fileInfo', info)), form(picture('b.png'), field('fileInfo', info))]) {
      const { body: changed } = await post(body, `?id=${file.id}`)
      const { name: _n, updatedAt: _u, formats: _f, ...kept } = file
      expect(changed).toMatchObject(kept)
    }
    expect(outside()).toEqual(before)
  })

  test('a new name that leads elsewhere is refused', async () => {
    for (const name of ['../x', 'a\0b', 'x'.repeat(256)]) {
      const { status } = await post(form(picture('a.png'), field('fileInfo', { name })))
      expect(status).toBe(400)
    }
    const [file] = (await post(form(picture('a.png')))).body
    // Without a file, a name is only shown; but the database must be able to store it.
    for (const info of [{ name: 'x'.repeat(256) }, { caption: 'a\0b' }, { alternativeText: 'x'.repeat(300) }]) {
      const { status } = await post(form(field('fileInfo', info)), `?id=${file.id}`)
      expect(status).toBe(client === 'postgres' ? 400 : 200)
    }
  })

  test('a folder of the storage that leads elsewhere is refused', async () => {
    for (const path of ['..', 'a/../../b', '/etc/..', 'a\\b', 'a\0', 'x'.repeat(300)])
      expect((await post(form(picture('a.png'), field('path', path)))).status, path).toBe(400)
    for (const path of ['', '/', 'press/2024', '/press/'])
      expect((await post(form(picture('a.png'), field('path', path)))).status, path).toBe(200)
  })

  test('an existing file cannot be overwritten by an upload of its name', async () => {
    writeFileSync(join(media.folder, 'public', 'uploads', 'logo_1234567890.png'), 'precious')
    const [file] = (await post(form(picture('logo_1234567890.png')))).body
    expect(file.hash).not.toBe('logo_1234567890')
    const { body } = await media.app.inject('/uploads/logo_1234567890.png')
    expect(body).toBe('precious')
  })

  test('what is no image is no image, whatever its name and type say', async () => {
    const html: Part = {
      name: 'files',
      value: '<!doctype html><script>alert(1)</script>',
      file: 'a.png',
      type: 'image/png',
    }
    const before = media.stored()
    const { status, body } = await post(form(html))
    expect({ status, message: body.error.message }).toEqual({ status: 400, message: 'File is not a valid image' })
    expect(media.stored()).toEqual(before)
  })

  const TYPES: readonly (readonly [string, Part, RegExp])[] = [
    ['a script in an SVG', { name: 'files', value: SVG, file: 'a.svg', type: 'image/svg+xml' }, /^image\/svg\+xml/],
    [
      'HTML',
      { name: 'files', value: '<!doctype html><script>1</script>', file: 'a.html', type: 'text/html' },
      /^text\/html/,
    ],
    [
      'HTML as text',
      { name: 'files', value: '<!doctype html><script>1</script>', file: 'a.txt', type: 'text/plain' },
      /./,
    ],
    [
      'a GIF that is a script',
      { name: 'files', value: 'GIF89a/*\u0000\u0000*/=0;alert(1)', file: 'a.js', type: 'text/javascript' },
      /./,
    ],
    ['PHP', { name: 'files', value: '<?php echo 1;', file: 'a.php', type: 'image/png' }, /./],
  ]
  test.each(TYPES)('%s does not run in a browser', async (_what, part, type) => {
    const { status, body } = await post(form(part))
    if (status === 400) return
    const { headers, payload } = await media.app.inject(body[0].url)
    expect(headers['content-type']).toMatch(type)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain('sandbox')
    const isImage = /^image\//.test(String(headers['content-type'])) && !/svg/.test(String(headers['content-type']))
    if (!isImage) expect(headers['content-disposition']).toMatch(/^attachment/)
    if (part.file === 'a.svg') expect(payload).not.toMatch(/script|onload/)
    expect(body[0].url).not.toMatch(/\.(php|js|mjs)$/)
  })

  const IMAGES: readonly (readonly [string, () => Part, number, string])[] = [
    [
      'a bomb of 30000 x 30000 pixels',
      () => ({ ...picture('a.png'), value: emptyPng(30_000, 30_000) }),
      413,
      'The image has 30000 x 30000 pixels, together more than 100000000 (setting limits.imagePixels)',
    ],
    [
      'an image without a byte',
      () => ({ ...picture('a.png'), value: Buffer.alloc(0) }),
      400,
      'File is not a valid image',
    ],
    ['half an image', () => ({ ...picture('a.png'), value: PIXEL.subarray(0, 45) }), 400, 'File is not a valid image'],
    ['text', () => ({ ...picture('a.png'), value: 'no image' }), 400, 'File is not a valid image'],
  ]
  test.each(IMAGES)('%s is refused, and nothing is left', async (_what, part, status, message) => {
    const before = media.stored()
    // A second file, because a single empty one is no file at all.
    const { body, status: answered } = await post(form(paper('a.txt'), part()))
    expect({ status: answered, message: body.error?.message }).toEqual({ status, message })
    expect(media.stored()).toEqual(before)
    expect(media.temporary()).toEqual([])
  })

  const INFOS = [
    null,
    5,
    'x',
    [],
    [[]],
    { name: {} },
    { name: [1] },
    { caption: { toString: 1 } },
    { __proto__: 1 },
    true,
  ]
  test.each(INFOS)('information about a file may be anything: %j', async fileInfo => {
    const [file] = (await post(form(picture('a.png')))).body
    expect((await media.send('POST', `/api/upload?id=${file.id}`, { fileInfo })).status).toBeLessThan(500)
    expect((await post(form(picture('b.png'), field('fileInfo', JSON.stringify(fileInfo))))).status).toBeLessThan(500)
    const two = form(picture('b.png'), picture('c.png'), field('fileInfo', JSON.stringify([fileInfo])))
    expect((await post(two)).status).toBeLessThan(500)
  })

  test('rights are not gained by an entry that comes as a form', async () => {
    const body = form(field('data', { title: 'x', createdBy: 1, id: 77 }), paper('a.txt', 'files.gallery'))
    const { body: made } = await media.send('POST', '/api/posts?populate=*', body)
    expect(made.error?.status ?? 200).toBe(200)
    expect(made.data.id).not.toBe(77)
  })
})

/** A PNG that says how large it is, and has nearly no data. */
function emptyPng(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([signature, chunk('IHDR', size), data, chunk('IEND', Buffer.alloc(0))])
}
