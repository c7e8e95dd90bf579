/** Servers that start where nothing can be written: a full disk, a read-only file system. Reads are served, writes are refused. */
import { closeSync, cpSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, copyOfBlog, type Running, runPopulus, startPopulus } from '../cli/run-populus.ts'
import { temporaryFolder } from '../support/databases.ts'
import { NO_MOUNT, smallDisk } from '../support/servers/small-disk.ts'

const FULL = 'Nothing can be stored, because the disk of the database is full'
const READ_ONLY = 'Nothing can be stored, because the database is read-only'

const disk = smallDisk(24)
afterAll(() => disk?.unmount())

const running: Running[] = []
afterEach(() => stopAll('SIGKILL'))

async function stopAll(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  for (const { process, finished } of running.splice(0)) {
    process.kill(signal)
    await finished
  }
}

/** Everything that a server writes is on the disk: content, uploads, temporary files, and by `log` its log. */
function start(folder: string, words: readonly string[] = [], log?: string): Running {
  const entry = log === undefined ? [] : ['/bin/sh', '-c', `exec "$@" 2> ${log}`, 'sh']
  const server = startPopulus(['start', folder, '--port', '0', ...words], { TMPDIR: disk!.folder }, entry)
  running.push(server)
  return server
}

async function json(address: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${address}${path}`, init)
  return { status: answer.status, body: await answer.json() }
}

describe.skipIf(disk === undefined)(disk === undefined ? NO_MOUNT : 'where nothing can be written', () => {
  let folder: string
  let token: string
  let number = 0
  beforeAll(async () => {
    folder = join(disk!.folder, 'blog')
    cpSync(await copyOfBlog(), folder, { recursive: true })
    await addressOf(start(folder))
    await stopAll('SIGTERM')
    token = (await runPopulus('tokens', 'create', 'editor', '--type', 'full-access', '--folder', folder)).out.trim()
  })

  const create = (address: string) => {
    number += 1
    const data = { title: `Entry ${number}`, slug: `entry-${number}`, body: 'x'.repeat(700_000) }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return json(address, '/api/articles', { method: 'POST', headers, body: JSON.stringify({ data }) })
  }
  const upload = (address: string) => {
    const body = new FormData()
    body.append('files', new Blob(['x'.repeat(700_000)], { type: 'text/plain' }), 'text.txt')
    return json(address, '/api/upload', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  }
  const expectReads = async (address: string) => {
    expect((await json(address, '/api/articles?fields[0]=title')).body).toMatchObject({ data: expect.any(Array) })
    expect((await json(address, '/api/articles?search=sourdough')).status).toBe(200)
    expect((await fetch(`${address}/admin`)).status).toBe(200)
  }
  const refusal = (message: string) => ({
    status: 503,
    body: { data: null, error: { status: 503, name: 'ServiceUnavailableError', message } },
  })

  test.each([
    ['', []],
    [' with workers', ['--workers', '2']],
  ])('a server%s starts on a full disk, twice, serves reads, and stores again when there is room', async (_, words) => {
    disk!.fill(0)
    const log = join(disk!.folder, 'log')
    closeSync(openSync(log, 'w'))
    // Nothing can be logged on a full disk either: only another server can say why the first one has ended.
    const startLogged = () =>
      addressOf(start(folder, words, log)).catch(async ended => {
        await addressOf(start(folder, words))
        throw ended
      })
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const address = await startLogged()
      await expectReads(address)
      expect(await create(address)).toEqual(refusal(FULL))
      expect((await upload(address)).status).toBe(503)
      expect(await json(address, '/_ready')).toEqual({
        status: 200,
        body: { ready: true, writable: false, reason: FULL },
      })
      await stopAll(signal)
    }
    const address = await startLogged()
    expect(await create(address)).toEqual(refusal(FULL))
    disk!.empty()
    await expect.poll(() => json(address, '/_ready')).toEqual({ status: 200, body: { ready: true } })
    expect((await create(address)).status).toBe(200)
    expect((await upload(address)).status).toBe(200)
    await stopAll('SIGTERM')
    expect(statSync(join(folder, '.data', 'content.populus.reserve')).size).toBe(512 * 1024)
    rmSync(log)
  })

  test('without a reserve, a server on a full disk says what is wrong', async () => {
    rmSync(join(folder, '.data', 'content.populus.reserve'), { force: true })
    disk!.fill(0)
    const { code, error } = await start(folder).finished
    disk!.empty()
    expect(code).toBe(1)
    expect(error).toContain('Cannot open the database')
    expect(error).toContain(FULL)
  })

  test('a server starts on a read-only file system, and leaves nothing behind', async () => {
    const before = readFileSync(join(folder, '.data', 'content.db'))
    const temporary = temporaryFolder()
    disk!.remount('ro')
    try {
      const server = startPopulus(['start', folder, '--port', '0'], { TMPDIR: temporary })
      running.push(server)
      const address = await addressOf(server)
      await expectReads(address)
      expect(await create(address)).toEqual(refusal(READ_ONLY))
      expect((await upload(address)).status).toBe(503)
      expect(await json(address, '/_ready')).toEqual({
        status: 200,
        body: { ready: true, writable: false, reason: READ_ONLY },
      })
      // Which of them is asked first depends on what an earlier server has left beside the database.
      expect(server.error()).toMatch(
        new RegExp(`The (tables stay as they are|search index stays as it is)\\. ${READ_ONLY}`),
      )
      await stopAll('SIGTERM')
    } finally {
      disk!.remount('rw')
    }
    expect(readFileSync(join(folder, '.data', 'content.db')).equals(before)).toBe(true)
    expect(readdirSync(temporary).filter(name => name.startsWith('populus-read-only'))).toEqual([])
  })
})
