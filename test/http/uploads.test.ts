/** Files under `/uploads`: what browsers show, what they only download, and what is not there for anybody. */
import { execFileSync } from 'node:child_process'
import { link, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase, temporaryFolder } from '../support/databases.ts'

const MOMENT = new Date('2024-05-01T09:30:00.000Z')
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

let folder: string
let uploads: string
let app: App

beforeAll(async () => {
  folder = temporaryFolder()
  uploads = join(folder, 'public', 'uploads')
  await mkdir(join(folder, 'src'))
  app = await buildTestApp({ folder, database: await freshDatabase('sqlite') })
  // The folder is made after the start.
  await mkdir(join(uploads, 'deep', 'er'), { recursive: true })
  for (const name of ['a.png', 'a.html', 'a b.svg', 'deep/er/a.mp4', 'empty.png', '.env', 'deep/.hidden.png']) {
    await writeFile(join(uploads, name), name === 'empty.png' ? '' : '0123456789')
    await utimes(join(uploads, name), MOMENT, MOMENT)
  }
  await writeFile(join(folder, 'secret.txt'), 'secret')
})

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: `/uploads/${path}`, headers })

describe('what is served', () => {
  test('a picture is shown, in a sandbox, and may be kept', async () => {
    const { statusCode, headers, body } = await get('a.png')
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '0123456789' })
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
      'accept-ranges': 'bytes',
      'last-modified': 'Wed, 01 May 2024 09:30:00 GMT',
      etag: `W/"a-${MOMENT.getTime().toString(16)}"`,
    })
    expect(headers).not.toHaveProperty('content-disposition')
  })

  test('what a browser would run is downloaded, under its name', async () => {
    const { statusCode, headers } = await get('a%20b.svg')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': "attachment; filename*=UTF-8''a%20b.svg",
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    ...['html', 'HTM', 'xhtml', 'svg', 'xml', 'js', 'mjs', 'css', 'pdf', 'json', 'txt', 'php', 'svgz', 'swf', 'exe'],
    ...['hta', 'mht', 'xsl', 'rss', 'atom', 'wasm', 'zip', ''],
  ])('a file with the ending "%s" is downloaded', async ending => {
    const name = ending === '' ? 'without' : `some.png.${ending}`
    await writeFile(join(uploads, name), '<script>alert(1)</script>')
    const { statusCode, headers } = await get(name)
    expect(statusCode).toBe(200)
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name}`)
    expect(headers['content-security-policy']).toBe(POLICY)
    expect(headers['content-type']).not.toContain('javascript')
  })

  test.each([
    ['jpg', 'image/jpeg'],
    ['JPEG', 'image/jpeg'],
    ['gif', 'image/gif'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
    ['mp3', 'audio/mpeg'],
    ['mp4', 'video/mp4'],
    ['webm', 'video/webm'],
    ['woff2', 'font/woff2'],
  ])('a file with the ending "%s" is shown as %s', async (ending, type) => {
    await writeFile(join(uploads, `shown.${ending}`), 'x')
    const { headers } = await get(`shown.${ending}`)
    expect(headers['content-type']).toBe(type)
    expect(headers).not.toHaveProperty('content-disposition')
  })

  test('a name cannot end the header it is written into', async () => {
    await writeFile(join(uploads, `a"b'(c)é.html`), 'x')
    const { headers } = await get(encodeURIComponent(`a"b'(c)é.html`))
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''a%22b%27%28c%29%C3%A9.html")
  })

  test('a file that was added just now, or far below', async () => {
    expect((await get('deep/er/a.mp4')).statusCode).toBe(200)
    expect((await get('later.png')).statusCode).toBe(404)
    await writeFile(join(uploads, 'later.png'), 'x')
    expect((await get('later.png')).statusCode).toBe(200)
  })

  test('the folder itself may be a link, which its owner has made', async () => {
    const linked = temporaryFolder()
    await mkdir(join(linked, 'src'))
    await mkdir(join(linked, 'public'))
    await symlink(uploads, join(linked, 'public', 'uploads'))
    const other = await buildTestApp({ folder: linked, database: await freshDatabase('sqlite') })
    expect((await other.inject('/uploads/a.png')).statusCode).toBe(200)
  })
})

describe('parts and what is known already', () => {
  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=4-100', 206, '456789', 'bytes 4-9/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=-100', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-1,3-4', 200, '0123456789', undefined],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['bytes=a-b', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
  ])('%s gives %i', async (range, status, body, part) => {
    const answer = await get('a.png', { range })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, part])
    expect(answer.headers['content-length']).toBe(String(body.length))
  })

  test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s is outside of the file', async range => {
    const answer = await get('a.png', { range })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */10')
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers['cache-control'] ?? '').not.toContain('public')
    expect(answer.json()).toEqual({
      data: null,
      error: {
        status: 416,
        name: 'RangeNotSatisfiableError',
        message: 'The file has 10 bytes, and none of them is in the range',
        details: {},
      },
    })
  })

  test('304 to whoever has it, by its tag or by its date', async () => {
    const { headers } = await get('a.png')
    const known = [
      { 'if-none-match': String(headers.etag) },
      { 'if-none-match': `"x", ${String(headers.etag).slice(2)}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': String(headers['last-modified']) },
    ]
    for (const given of known) {
      const answer = await get('a.png', given as Record<string, string>)
      expect([given, answer.statusCode, answer.body]).toEqual([given, 304, ''])
      expect(answer.headers.etag).toBe(headers.etag)
    }
    const changed = [
      { 'if-none-match': 'W/"x"', 'if-modified-since': String(headers['last-modified']) },
      { 'if-modified-since': 'Tue, 30 Apr 2024 09:30:00 GMT' },
      { 'if-modified-since': 'yesterday' },
    ]
    for (const given of changed) {
      expect([given, (await get('a.png', given as Record<string, string>)).statusCode]).toEqual([given, 200])
    }
  })

  test('a part of the file that the client knows, or all of another one', async () => {
    const { headers } = await get('a.png')
    const part = (known: string) => get('a.png', { range: 'bytes=0-1', 'if-range': known })
    expect((await part(String(headers.etag))).body).toBe('01')
    expect((await part(String(headers['last-modified']))).body).toBe('01')
    expect((await part('W/"another"')).body).toBe('0123456789')
  })

  test('HEAD tells the same without the file', async () => {
    const whole = await get('a.png', {}, 'HEAD')
    expect([whole.statusCode, whole.headers['content-length'], whole.body]).toEqual([200, '10', ''])
    const part = await get('a.png', { range: 'bytes=2-3' }, 'HEAD')
    expect([part.statusCode, part.headers['content-length'], part.body]).toEqual([206, '2', ''])
  })

  test('an empty file', async () => {
    const { statusCode, headers, body } = await get('empty.png')
    expect([statusCode, headers['content-length'], body]).toEqual([200, '0', ''])
    expect((await get('empty.png', { range: 'bytes=0-' })).statusCode).toBe(416)
  })
})

describe('what is not there for anybody', () => {
  const NOT_FOUND = {
    data: null,
    error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
  }

  test.each([
    ...['.env', 'deep/.hidden.png', '..%2f..%2fsecret.txt', '%2e%2e/%2e%2e/secret.txt', '../../secret.txt'],
    ...['..%5c..%5csecret.txt', 'a.png/', 'a.png%00', 'deep', 'deep/', '', 'deep//er/a.mp4', './a.png', 'a.png/x'],
    ...['x'.repeat(5000), `${'deep/'.repeat(500)}a.png`, '%2fetc%2fpasswd', 'no.png'],
  ])('/uploads/%s', async path => {
    const answer = await get(path)
    // Some paths are put right before they are looked up, as by every browser.
    if (answer.statusCode === 200) expect(['a.png/', './a.png']).toContain(path)
    else expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND])
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.body).not.toContain('secret')
  })

  test('what a symbolic link leads to, as a file and as a folder', async () => {
    await symlink(join(folder, 'secret.txt'), join(uploads, 'link.png'))
    await symlink(folder, join(uploads, 'way'))
    await symlink(join(uploads, 'deep'), join(uploads, 'inside'))
    await symlink('loop.png', join(uploads, 'loop.png'))
    for (const path of ['link.png', 'way/secret.txt', 'inside/er/a.mp4', 'loop.png', 'way']) {
      const answer = await get(path)
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 404, NOT_FOUND])
    }
  })

  test('a hard link is a file like any other', async () => {
    await link(join(uploads, 'a.png'), join(uploads, 'hard.png'))
    expect((await get('hard.png')).statusCode).toBe(200)
  })

  test('a folder that is a link at one moment and a folder at the next never lets anything out', async () => {
    const outside = temporaryFolder()
    await writeFile(join(outside, 'x.png'), 'secret')
    await mkdir(join(uploads, 'real'))
    await writeFile(join(uploads, 'real', 'x.png'), 'public')
    await symlink(outside, join(uploads, 'false'))
    let going = true
    const swapping = (async () => {
      for (let turn = 0; going; turn += 1) {
        const name = turn % 2 === 0 ? 'real' : 'false'
        await rename(join(uploads, name), join(uploads, 'swapped'))
        await new Promise(resolve => setTimeout(resolve, 1 + (turn % 5)))
        await rename(join(uploads, 'swapped'), join(uploads, name))
      }
    })()
    const bodies = new Set<string>()
    for (let round = 0; round < 60; round += 1) {
      for (const { statusCode, body } of await Promise.all(Array.from({ length: 10 }, () => get('swapped/x.png')))) {
        bodies.add(statusCode === 200 ? body : String(statusCode))
      }
    }
    going = false
    await swapping
    expect([...bodies].sort()).toEqual(['404', 'public'])
  })

  test('a named pipe is not waited for', async () => {
    execFileSync('mkfifo', [join(uploads, 'pipe.png')])
    expect((await get('pipe.png')).statusCode).toBe(404)
    await rm(join(uploads, 'pipe.png'))
  })

  test('other methods', async () => {
    const answer = await app.inject({ method: 'POST', url: '/uploads/a.png' })
    expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND])
  })
})
