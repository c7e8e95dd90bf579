/** `/uploads/<name>?width=…`: other sizes of images, for everybody or signed, made once and kept. */
import { createHmac } from 'node:crypto'
import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { SizeStore } from '../../../src/media/sizes/size-store.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { freshDatabase, temporaryFolder } from '../../support/databases.ts'
import { picture } from '../../support/worlds/images.ts'

const NAME = 'photo_1a2b3c4d5e.png'
const SECRET = 'a secret for sizes'

let uploads: string
let kept: string
let app: App

beforeAll(async () => {
  const folder = temporaryFolder()
  uploads = join(folder, 'public', 'uploads')
  await mkdir(join(folder, 'src'))
  await mkdir(uploads, { recursive: true })
  const database = await freshDatabase('sqlite')
  kept = join(database.client === 'sqlite' ? dirname(database.filename) : folder, 'image-sizes')
  const media = { sizes: [100, 200, '100x100'], sizeSecret: SECRET }
  app = await buildTestApp({ folder, database, media })
  await picture(400, 200).png().toFile(join(uploads, NAME))
  await writeFile(join(uploads, 'logo_1a2b3c4d5e.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(uploads, 'text_1a2b3c4d5e.txt'), 'hello')
  await writeFile(join(uploads, 'broken_1a2b3c4d5e.png'), 'no image')
})

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `/uploads/${path}`, headers })

/** `image/png 100x50` */
async function size(path: string): Promise<string> {
  const { statusCode, headers, rawPayload } = await get(path)
  if (statusCode !== 200) return String(statusCode)
  const { width, height } = await sharp(rawPayload).metadata()
  return `${headers['content-type']} ${width}x${height}`
}

/** As the page about media describes it. */
function signed(path: string, query: string): string {
  const sorted = new URLSearchParams(query)
  sorted.sort()
  const signature = createHmac('sha256', SECRET).update(`/uploads/${path}?${sorted}`).digest('base64url')
  return `${path}?${query}&signature=${signature}`
}

describe('sizes that everybody may ask for', () => {
  test('are those of the settings, in every format and fit', async () => {
    expect(await size(`${NAME}?width=100`)).toBe('image/png 100x50')
    expect(await size(`${NAME}?height=100`)).toBe('image/png 200x100')
    expect(await size(`${NAME}?width=100&height=100`)).toBe('image/png 100x50')
    expect(await size(`${NAME}?width=100&height=100&fit=cover`)).toBe('image/png 100x100')
    expect(await size(`${NAME}?width=200&format=webp`)).toBe('image/webp 200x100')
    expect(await size(`${NAME}?width=200&format=jpeg`)).toBe('image/jpeg 200x100')
    expect(await size(`${NAME}?format=avif`)).toBe('image/avif 400x200')
  })

  test('other parameters mean nothing', async () => {
    expect(await size(`${NAME}?updatedAt=2024&v=1`)).toBe('image/png 400x200')
    expect(await size(`${NAME}?width=100&v=1`)).toBe('image/png 100x50')
  })

  test.each(['width=101', 'width=100&height=50', 'width=100&quality=50', 'height=400', 'quality=80'])(
    'no others: %s',
    async query => {
      const answer = await get(`${NAME}?${query}`)
      const { statusCode, headers } = answer
      expect(statusCode).toBe(403)
      expect(headers['x-populus-error']).toBe('C234')
      expect(headers['x-populus-hint']).toBe('without a signature: 100, 200, 100x100; and no quality')
      expect(answer.json()).toEqual({
        data: null,
        error: {
          status: 403,
          name: 'ForbiddenError',
          message: 'This size of the image may only be asked for with a signature (setting media.sizes)',
          details: { hint: headers['x-populus-hint'], code: 'C234' },
        },
      })
    },
  )

  test.each([
    ['width=0', 'Invalid value for width: expected a whole number from 1 to 10000'],
    ['width=10001', 'Invalid value for width: expected a whole number from 1 to 10000'],
    ['width=1e2', 'Invalid value for width: expected a whole number from 1 to 10000'],
    ['width=', 'Invalid value for width: expected a whole number from 1 to 10000'],
    ['width=100&width=200', 'Invalid value for width: expected one value'],
    ['fit=fill', 'Invalid value for fit: expected cover, contain, inside'],
    ['format=exe', 'Invalid value for format: expected jpeg, png, webp, avif'],
    ['quality=101', 'Invalid value for quality: expected a whole number from 1 to 100'],
  ])('%s is refused', async (query, message) => {
    const answer = await get(`${NAME}?${query}`)
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, message])
  })
})

describe('signed sizes', () => {
  test('may be any', async () => {
    expect(await size(signed(NAME, 'width=123'))).toBe('image/png 123x62')
    expect(await size(signed(NAME, 'width=50&height=50&fit=cover&format=webp&quality=10'))).toBe('image/webp 50x50')
    expect(await size(signed(NAME, 'width=9999'))).toBe('image/png 400x200')
  })

  test('only with the right signature', async () => {
    const right = signed(NAME, 'width=123')
    for (const wrong of [right.replace('123', '124'), `${right}x`, right.replace(/signature=.*/, 'signature=')]) {
      const answer = await get(wrong)
      expect([answer.statusCode, answer.headers['x-populus-hint']]).toEqual([403, 'the signature is wrong'])
    }
    expect((await get(right.replace(NAME, 'broken_1a2b3c4d5e.png'))).statusCode).toBe(403)
  })
})

describe('what cannot have another size', () => {
  test('a file that is not there', async () => {
    expect(await size('nobody_1a2b3c4d5e.png?width=100')).toBe('404')
    expect(await size('..%2f..%2fsecret.png?width=100')).toBe('404')
  })

  test('a symbolic link', async () => {
    await symlink(join(uploads, NAME), join(uploads, 'link_1a2b3c4d5e.png'))
    expect(await size('link_1a2b3c4d5e.png?width=100')).toBe('404')
  })

  test('a file that is no image, and one that is damaged', async () => {
    for (const name of ['text_1a2b3c4d5e.txt', 'broken_1a2b3c4d5e.png']) {
      const answer = await get(`${name}?width=100`)
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, 'File is not a valid image'])
    }
  })

  test('a vector image is sent as it is, for download', async () => {
    const { statusCode, headers, body } = await get('logo_1a2b3c4d5e.svg?width=100')
    expect([statusCode, headers['content-type'], body]).toEqual([
      200,
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ])
    expect(headers['content-disposition']).toContain('attachment')
    expect((await get('logo_1a2b3c4d5e.svg?width=100&format=png')).statusCode).toBe(400)
  })
})

describe('headers', () => {
  test('of a size are those of a file: validators, parts, and no end of keeping', async () => {
    const { headers, rawPayload } = await get(`${NAME}?width=100`)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-length': String(rawPayload.length),
    })
    expect(headers).not.toHaveProperty('content-disposition')
    const again = await get(`${NAME}?width=100`, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
    const part = await get(`${NAME}?width=100`, { range: 'bytes=1-3' })
    expect([part.statusCode, part.payload]).toEqual([206, 'PNG'])
    const head = await get(`${NAME}?width=100`, {}, 'HEAD')
    expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([
      200,
      '',
      String(rawPayload.length),
    ])
  })

  test.each([
    [NAME, 'public, max-age=31536000, immutable'],
    ['logo_1a2b3c4d5e.svg', 'public, max-age=31536000, immutable'],
    ['logo_1A2b3c4d5e.svg', 'public, max-age=86400'],
    ['1a2b3c4d5e.png', 'public, max-age=86400'],
    ['photo_1a2b3c4d5.png', 'public, max-age=86400'],
    ['thumbnail_photo_1a2b3c4d5e', 'public, max-age=31536000, immutable'],
  ])('%s may be kept: %s', async (name, expected) => {
    await writeFile(join(uploads, name), 'x', { flag: 'wx' }).catch(() => undefined)
    expect((await get(name)).headers['cache-control']).toBe(expected)
  })

  test('how long is a setting', async () => {
    const folder = dirname(dirname(uploads))
    const media = { cacheControl: 'public, max-age=60' }
    const other = await buildTestApp({ folder, database: await freshDatabase('sqlite'), media })
    const { headers } = await other.inject(`/uploads/${NAME}`)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect((await other.inject(`/uploads/${NAME}?width=500`)).statusCode).toBe(200)
    expect((await other.inject(`/uploads/${NAME}?width=501`)).statusCode).toBe(403)
    const unsigned = await other.inject(`/uploads/${signed(NAME, 'width=7')}`)
    expect([unsigned.statusCode, unsigned.headers['x-populus-hint']]).toEqual([
      403,
      'no secret is set (media.sizeSecret)',
    ])
  })
})

describe('kept', () => {
  const files = async () =>
    (await readdir(kept, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile()).length

  test('the same size asked for by many at once is made once', async () => {
    const name = 'many_1a2b3c4d5e.png'
    await picture(600, 600).png().toFile(join(uploads, name))
    const before = await files()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(`${name}?width=200`)))
    expect(new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`)).size).toBe(1)
    expect(answers[0]!.statusCode).toBe(200)
    expect(await files()).toBe(before + 1)
    const again = await get(`${name}?width=200`)
    expect(again.headers.etag).toBe(answers[0]!.headers.etag)
  })

  test('a replaced image has new sizes, a deleted one has none', async () => {
    const name = 'changed_1a2b3c4d5e.png'
    await picture(400, 400).png().toFile(join(uploads, name))
    expect(await size(`${name}?width=100`)).toBe('image/png 100x100')
    await picture(400, 100).png().toFile(join(uploads, name))
    expect(await size(`${name}?width=100`)).toBe('image/png 100x25')
    await rm(join(uploads, name))
    expect(await size(`${name}?width=100`)).toBe('404')
  })
})

describe('the room on disk', () => {
  const store = (room: number) => new SizeStore(temporaryFolder(), room)
  const write = (size: number) => (path: string) => writeFile(path, Buffer.alloc(size))

  test('is bounded: what was not used for the longest goes first', async () => {
    const opened = store(1000)
    const paths: string[] = []
    for (let number = 0; number < 4; number += 1) {
      const path = await opened.keep(`source ${number}`, 'key', write(250))
      paths.push(path)
      const used = new Date(Date.now() - (1000 - number) * 10_000_000)
      await utimes(path, used, used)
    }
    // The oldest is asked for, which makes it the newest.
    expect(await opened.find('source 0', 'key')).toBe(paths[0])
    await opened.keep('source 4', 'key', write(100))
    const found = await Promise.all([0, 1, 2, 3, 4].map(number => opened.find(`source ${number}`, 'key')))
    expect(found.map(path => path !== undefined)).toEqual([true, false, false, true, true])
  })

  test('without room, every image is made when it is asked for, and sent', async () => {
    const opened = store(0)
    const first = await opened.keep('a', 'key', write(10))
    expect((await stat(first)).size).toBe(10)
    await opened.keep('b', 'key', write(10))
    expect(await opened.find('a', 'key')).toBeUndefined()
  })

  test('an image that could not be made leaves nothing behind', async () => {
    const folder = temporaryFolder()
    const opened = new SizeStore(folder, 1000)
    const failing = async (path: string) => {
      await writeFile(path, 'half')
      throw new Error('no more')
    }
    await expect(opened.keep('a', 'key', failing)).rejects.toThrow('no more')
    expect(await opened.find('a', 'key')).toBeUndefined()
    const left = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(left.filter(entry => entry.isFile())).toEqual([])
  })

  test('all sizes of a source can be forgotten', async () => {
    const opened = store(1000)
    const path = await opened.keep('a', 'one', write(10))
    await opened.keep('b', 'one', write(10))
    await opened.forget('a')
    await expect(stat(path)).rejects.toThrow()
    expect(await opened.find('b', 'one')).toBeDefined()
  })
})
