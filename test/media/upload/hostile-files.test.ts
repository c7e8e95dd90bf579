/** Files that are not what they seem: refused, or stored so that nothing in them ever runs; and images as Strapi makes them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { bombPng, picture as image } from '../../support/worlds/images.ts'
import { form, type MediaApp, openMediaApp } from '../media-app.ts'

const PAGE = '<!doctype html><script>alert(document.domain)</script>'
const REFUSED = {
  status: 400,
  body: {
    data: null,
    error: { status: 400, name: 'ApplicationError', message: 'File is not a valid image', details: {} },
  },
}

describe.each(CLIENTS)('hostile files on %s', client => {
  let opened: MediaApp
  beforeAll(async () => {
    opened = await openMediaApp(client, { media: { deny: ['application/x-msdownload', 'application/zip'] } })
  })

  const send = async (value: string | Buffer, file: string, type: string) => {
    const { status, body } = await opened.send('POST', '/api/upload', form({ name: 'files', value, file, type }))
    return { status, body }
  }
  /** How a stored file is served. */
  const served = async (url: string) => {
    const { headers, body } = await opened.app.inject(url)
    return {
      type: headers['content-type'],
      attachment: String(headers['content-disposition'] ?? '').startsWith('attachment'),
      nosniff: headers['x-content-type-options'] === 'nosniff',
      sandbox: String(headers['content-security-policy']).includes('sandbox'),
      body,
    }
  }
  const nothingLeft = (before: readonly string[]) => {
    expect(opened.stored()).toEqual(before)
    expect(opened.temporary()).toEqual([])
  }

  test.each<[string, () => string | Buffer | Promise<Buffer>, string, string]>([
    ['a page called a.png', () => PAGE, 'a.png', 'image/png'],
    ['a page with the type of an image', () => PAGE, 'a.html', 'image/png'],
    ['a script that begins like a GIF', () => 'GIF89a/*\u0000*/=1;alert(1)//', 'a.gif', 'image/gif'],
    ['a script that begins like a JPEG', () => Buffer.from('ffd8ff2f2a2a2f3d313b', 'hex'), 'a.jpg', 'image/jpeg'],
    [
      'a JPEG that was cut off',
      async () => (await image(300, 300).jpeg().toBuffer()).subarray(0, 2000),
      'a.jpg',
      'image/jpeg',
    ],
    [
      'an SVG that is not well-formed',
      () => '<svg xmlns="http://www.w3.org/2000/svg"><g onload=x></svg>',
      'a.svg',
      'image/svg+xml',
    ],
  ])('%s is refused, and nothing is left', async (_title, make, file, type) => {
    const before = opened.stored()
    expect(await send(await make(), file, type)).toEqual(REFUSED)
    nothingLeft(before)
  })

  test('a bomb of 30,000 x 30,000 pixels is refused before it is decoded', async () => {
    const before = opened.stored()
    const { status, body } = await send(bombPng(30_000, 30_000), 'a.png', 'image/png')
    expect([status, body.error.message]).toEqual([
      413,
      'The image has 30000 x 30000 pixels, together more than 100000000 (setting limits.imagePixels)',
    ])
    nothingLeft(before)
  })

  test('an SVG that was made to keep the server busy is refused, or cleaned in no time', async () => {
    const before = opened.stored()
    const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`
    const nested = await send(svg('<g>'.repeat(20_000) + '</g>'.repeat(20_000)), 'a.svg', 'image/svg+xml')
    expect([nested.status, nested.body.error.message]).toEqual([413, 'The SVG has more than 200 levels of elements'])
    nothingLeft(before)
    const { body } = await send(svg(`<style>${'/*'.repeat(117_000)}</style>`), 'b.svg', 'image/svg+xml')
    expect(body[0]).toMatchObject({ mime: 'image/svg+xml', width: 9, height: 9, size: 234.08 })
  })

  test('an image of no bytes is refused', async () => {
    const { status, body } = await send('', 'a.png', 'image/png')
    expect([status, body.error.message]).toEqual([400, 'Files are empty'])
  })

  test('types of the list are refused by their content, whatever they are called', async () => {
    const zip = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)])
    const { status, body } = await send(zip, 'a.txt', 'text/plain')
    expect([status, body.error.message]).toEqual([
      400,
      'Files of the type application/zip are not allowed (settings media.allow and media.deny)',
    ])
  })

  test('a page is stored, and only offered for download', async () => {
    const { body } = await send(PAGE, 'a.html', 'text/html')
    expect(body[0]).toMatchObject({ mime: 'text/html', ext: '.html', formats: null, width: null })
    expect(await served(body[0].url)).toEqual({
      type: 'text/html; charset=utf-8',
      attachment: true,
      nosniff: true,
      sandbox: true,
      body: PAGE,
    })
  })

  test('an SVG loses its scripts, and is only offered for download', async () => {
    const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`
    const { body } = await send(svg('<script>alert(1)</script><g onload="x()"/>'), 'a.svg', 'image/svg+xml')
    expect(body[0]).toMatchObject({
      mime: 'image/svg+xml',
      ext: '.svg',
      width: 9,
      height: 9,
      formats: null,
      size: 0.07,
    })
    expect(await served(body[0].url)).toMatchObject({ attachment: true, nosniff: true, body: svg('<g></g>') })
  })

  test('an image called a.png.php is stored as an image', async () => {
    const { body } = await send(await image(9, 9).png().toBuffer(), 'a.png.php', 'application/x-php')
    expect(body[0]).toMatchObject({ name: 'a.png.php', mime: 'image/png', ext: '.png', width: 9 })
    expect(body[0].url).toMatch(/^\/uploads\/a_png_[0-9a-f]{10}\.png$/)
    expect(await served(body[0].url)).toMatchObject({ type: 'image/png', attachment: false, nosniff: true })
  })

  test('a script called a.png.php is stored as text', async () => {
    const { body } = await send('<?php system($_GET[0]) ?>', 'a.png.php', 'image/x-php')
    expect(body[0]).toMatchObject({ mime: 'text/plain', ext: '.txt' })
    expect(await served(body[0].url)).toMatchObject({ attachment: true, nosniff: true, sandbox: true })
  })

  test('a GIF with a script in its comment is an image to everybody', async () => {
    const gif = await image(4, 4).gif().toBuffer()
    const { body } = await send(
      Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/')]),
      'a.gif',
      'image/gif',
    )
    expect(body[0]).toMatchObject({ mime: 'image/gif', width: 4 })
    expect(await served(body[0].url)).toMatchObject({ type: 'image/gif', nosniff: true, sandbox: true })
  })

  test('a replaced file keeps its extension, so another type does not run under it', async () => {
    const { body: files } = await send(await image(9, 9).png().toBuffer(), 'a.png', 'image/png')
    const page = form({ name: 'files', value: PAGE, file: 'a.html', type: 'text/html' })
    const { status, body } = await opened.send('POST', `/api/upload?id=${files[0].id}`, page)
    expect([status, body.ext, body.mime]).toEqual([200, '.png', 'text/html'])
    expect(await served(body.url)).toMatchObject({ type: 'image/png', nosniff: true, sandbox: true })
  })

  test('a photograph has the formats of Strapi, in its shape', async () => {
    const { body } = await send(await image(1600, 800).jpeg({ quality: 95 }).toBuffer(), 'wide.jpg', 'image/jpeg')
    const [file] = body
    const format = (key: string, width: number, height: number) => ({
      name: `${key}_wide.jpg`,
      hash: `${key}_${file.hash}`,
      ext: '.jpg',
      mime: 'image/jpeg',
      path: null,
      width,
      height,
      size: expect.any(Number),
      url: `/uploads/${key}_${file.hash}.jpg`,
    })
    expect(file).toMatchObject({ width: 1600, height: 800, mime: 'image/jpeg', ext: '.jpg' })
    expect(file.formats).toEqual({
      thumbnail: format('thumbnail', 245, 122),
      large: format('large', 1000, 500),
      medium: format('medium', 750, 375),
      small: format('small', 500, 250),
    })
    for (const { url, size } of Object.values<{ url: string; size: number }>(file.formats)) {
      const { headers, rawPayload } = await opened.app.inject(url)
      expect(headers['content-type']).toBe('image/jpeg')
      expect(size).toBe(Math.round(rawPayload.length / 10) / 100)
    }
  })
})

test('WebP and AVIF variants have extensions of their own', async () => {
  const opened = await openMediaApp('sqlite', { media: { formats: ['webp', 'avif'] } })
  const value = await image(300, 200).jpeg().toBuffer()
  const { body } = await opened.send(
    'POST',
    '/api/upload',
    form({ name: 'files', value, file: 'a.jpg', type: 'image/jpeg' }),
  )
  const [{ formats, hash }] = body
  expect(Object.entries<{ url: string }>(formats).map(([key, { url }]) => [key, url])).toEqual([
    ['thumbnail', `/uploads/thumbnail_${hash}.jpg`],
    ['webp', `/uploads/webp_${hash}.webp`],
    ['thumbnail_webp', `/uploads/thumbnail_webp_${hash}.webp`],
    ['avif', `/uploads/avif_${hash}.avif`],
    ['thumbnail_avif', `/uploads/thumbnail_avif_${hash}.avif`],
  ])
  expect((await opened.app.inject(formats.avif.url)).headers['content-type']).toBe('image/avif')
})

test('when too many images wait, the answer is 503 with the time to wait, and nothing is left', async () => {
  const opened = await openMediaApp('sqlite', { limits: { imageQueue: 0 } })
  const value = await image(1200, 1200).jpeg().toBuffer()
  const send = () =>
    opened.send('POST', '/api/upload', form({ name: 'files', value, file: 'a.jpg', type: 'image/jpeg' }))
  const answers = await Promise.all(Array.from({ length: 8 }, send))
  const stored = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  expect(stored.length + refused.length).toBe(8)
  expect(stored.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(headers).toMatchObject({ 'x-populus-error': 'S405', 'retry-after': '1' })
  expect(opened.temporary()).toEqual([])
  expect(opened.stored()).toHaveLength(stored.length * 5)
})
