/** What a server does before it is ready: it takes its port first, answers that it is starting, and names others on its file. */
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tryFileLock } from '../../src/storage/sqlite/file-lock.ts'
import { noteProject } from '../cluster/servers/note-project.ts'
import { addressOf, type Running, startPopulus } from './run-populus.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await noteProject(1)
  file = join(folder, '.data', 'content.db')
})

const running: Running[] = []
afterEach(async () => {
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
})

function start(...words: readonly string[]): Running {
  const server = startPopulus([words[0] ?? 'start', folder, '--port', '0', ...words.slice(1)], {
    JWT_SECRET: 'first-secret-of-the-test',
    API_TOKEN_SALT: 'second-secret-of-the-test',
    ADMIN_JWT_SECRET: 'third-secret-of-the-test',
  })
  running.push(server)
  return server
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return String(port)
}

async function asked(address: string, path: string) {
  const answer = await fetch(`${address}${path}`)
  const body = await answer.text()
  return {
    status: answer.status,
    body,
    retry: answer.headers.get('retry-after'),
    connection: answer.headers.get('connection'),
  }
}

describe.each([
  ['start', 'start'],
  ['start with workers', 'start', '--workers', '2'],
  ['dev', 'dev'],
])('populus %s', (_, ...words) => {
  test('on a port in use touches no database', async () => {
    const other = start()
    const { port } = new URL(await addressOf(other))
    folder = await noteProject(1)
    const second = start(...words, '--port', port)
    const { code, error } = await second.finished
    expect(code).toBe(1)
    expect(error).toContain(`process ${other.process.pid} (node) uses port ${port}`)
    expect(existsSync(join(folder, '.data', 'content.db'))).toBe(false)
  })

  test('answers that it is starting while the database is prepared', async () => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    mkdirSync(join(folder, '.data'))
    const release = tryFileLock(file.replace(/\.db$/, '.populus.lock'))
    expect(release).toBeDefined()
    const server = start(...words, '--port', port)
    await expect
      .poll(() => asked(address, '/_health').catch(() => undefined), { timeout: 30_000 })
      .toMatchObject({ status: 204 })
    expect(await asked(address, '/_ready')).toMatchObject({
      status: 503,
      body: '{"ready":false,"reason":"The server is starting"}',
      connection: 'close',
    })
    const refused = await asked(address, '/api/notes')
    expect({ ...refused, body: JSON.parse(refused.body) }).toEqual({
      status: 503,
      body: { data: null, error: { status: 503, name: 'ServiceUnavailableError', message: 'The server is starting' } },
      retry: '1',
      connection: 'close',
    })
    release!()
    expect(await addressOf(server)).toBe(address)
    expect((await asked(address, '/_ready')).status).toBe(200)
    expect((await asked(address, '/api/notes')).status).toBe(200)
  })
})

test('a server that cannot be prepared ends, although it has its port', async () => {
  const { code, error } = await start('start', '--database', `sqlite:${folder}`).finished
  expect(code).toBe(1)
  expect(error).toContain('Cannot open the database')
})

test('a second server on one SQLite file names the first one, and both serve', async () => {
  const first = start()
  const address = await addressOf(first)
  const second = start()
  await addressOf(second)
  expect(second.error()).toContain(
    `Another server already serves ${file}: process ${first.process.pid} at ${address}. Both see all writes`,
  )
  first.process.kill('SIGKILL')
  await first.finished
  await pause(50)
  const third = start('dev')
  await addressOf(third)
  expect(third.error()).not.toContain(`process ${first.process.pid}`)
  expect(third.error()).toContain(`process ${second.process.pid}`)
})

test('so does one of another project', async () => {
  const first = start()
  await addressOf(first)
  folder = await noteProject(1)
  const second = start('start', '--database', `sqlite:${file}`)
  await addressOf(second)
  expect(second.error()).toContain(`Another server already serves ${file}: process ${first.process.pid} at`)
  const third = start('start', '--database', `sqlite:${file}`)
  await addressOf(third)
  expect(third.error().match(/Another server already serves/g)).toHaveLength(2)
})

test('workers of one server are no second server', async () => {
  const server = start('start', '--workers', '2')
  await addressOf(server)
  expect(server.error()).not.toContain('Another server')
})
