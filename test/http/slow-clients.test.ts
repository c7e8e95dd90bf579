/** Clients that send or read too slowly, over real sockets: they are ended in time, and disturb nobody. */
import { once } from 'node:events'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase, temporaryFolder } from '../support/databases.ts'
import { databaseProxy } from '../support/servers/database-proxy.ts'

const REQUEST_TIMEOUT = 1500
const READER_TIMEOUT = 1000
const BIG = 64 * 1024 * 1024

const LIMITS = { requestTimeout: REQUEST_TIMEOUT, readerTimeout: READER_TIMEOUT }

let folder: string
let address: URL

beforeAll(async () => {
  folder = temporaryFolder()
  await mkdir(join(folder, 'src'))
  await mkdir(join(folder, 'public', 'uploads'), { recursive: true })
  await writeFile(join(folder, 'public/uploads/big.mp4'), '')
  await truncate(join(folder, 'public/uploads/big.mp4'), BIG)
  const app = await buildTestApp({
    folder,
    database: await freshDatabase('sqlite'),
    limits: LIMITS,
  })
  address = new URL((await app.listen()).address)
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

interface Client {
  readonly socket: Socket
  readonly received: () => string
  /** With the time that it took, in milliseconds. */
  readonly closed: Promise<number>
}

async function open({ reads = true, at = address } = {}): Promise<Client> {
  const socket = connect(Number(at.port), at.hostname)
  sockets.push(socket)
  socket.on('error', () => undefined)
  let received = ''
  if (reads)
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
    })
  await once(socket, 'connect')
  const begun = Date.now()
  const closed = once(socket, 'close').then(() => Date.now() - begun)
  return { socket, received: () => received, closed }
}

/** One byte after the other, until nobody listens any more. */
async function drip(socket: Socket, text: string, pause: number): Promise<void> {
  for (const char of text) {
    if (socket.destroyed || !socket.writable) return
    socket.write(char)
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}

const HEAD = 'POST /api/auth/local HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const SLOW_BODY = `${HEAD}Content-Length: 1000\r\n\r\n`

const REFUSAL = {
  data: null,
  error: {
    status: 408,
    name: 'RequestTimeoutError',
    message: `The request did not arrive within ${REQUEST_TIMEOUT} ms (setting limits.requestTimeout)`,
    details: {},
  },
}

function expectRefusal({ received }: Client, time: number): void {
  const [head = '', body = ''] = received().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(head).toContain('x-populus-error: Q160')
  expect(head).toContain('Connection: close')
  expect(JSON.parse(body)).toEqual(REFUSAL)
  expect(time).toBeGreaterThanOrEqual(REQUEST_TIMEOUT - 50)
}

describe('a request that comes too slowly', () => {
  test('a body of a byte every fifth of a second gets 408 and its connection is closed', async () => {
    const client = await open()
    client.socket.write(SLOW_BODY)
    void drip(client.socket, 'x'.repeat(1000), 200)
    expectRefusal(client, await client.closed)
  })

  test('a body in chunks, too', async () => {
    const client = await open()
    client.socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`)
    void drip(client.socket, '1\r\nx\r\n'.repeat(200), 200)
    expectRefusal(client, await client.closed)
  })

  test('so do headers', async () => {
    const client = await open()
    void drip(client.socket, `GET /api/x HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(1000)}`, 200)
    expectRefusal(client, await client.closed)
  })

  test('one that comes slowly, but in time, is answered', async () => {
    const patient = await buildTestApp({ folder, database: await freshDatabase('sqlite') })
    const client = await open({ at: new URL((await patient.listen()).address) })
    client.socket.write(`${HEAD}Content-Length: 2\r\nConnection: close\r\n\r\n`)
    void drip(client.socket, '{}', 300)
    await client.closed
    expect(client.received()).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('four hundred of them disturb nobody', async () => {
    const slow = await Promise.all(Array.from({ length: 400 }, () => open()))
    for (const { socket } of slow) {
      socket.write(SLOW_BODY)
      void drip(socket, 'x'.repeat(1000), 300)
    }
    for (let turn = 0; turn < 10; turn += 1) expect((await fetch(new URL('/_ready', address))).status).toBe(200)
    await Promise.all(slow.map(({ closed }) => closed))
    expect(slow.filter(({ received }) => received().startsWith('HTTP/1.1 408 '))).toHaveLength(400)
  })
})

describe('an answer that is not read', () => {
  test('its connection is closed when the reader takes nothing for a time', async () => {
    const client = await open({ reads: false })
    client.socket.write('GET /uploads/big.mp4 HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise(resolve => setTimeout(resolve, 2 * READER_TIMEOUT + 1500))
    // What the two systems had taken in between is all there is.
    let taken = 0
    client.socket.on('data', chunk => {
      taken += chunk.length
    })
    await client.closed
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(BIG / 2)
  })

  test('a reader that takes a little all the time gets everything', async () => {
    const client = await open({ reads: false })
    client.socket.write('GET /uploads/big.mp4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let taken = 0
    client.socket.on('data', chunk => {
      taken += chunk.length
      client.socket.pause()
      setTimeout(() => client.socket.resume(), taken < BIG / 4 ? 5 : 0)
    })
    expect(await client.closed).toBeGreaterThan(READER_TIMEOUT)
    expect(taken).toBeGreaterThan(BIG)
  })

  test('an idle connection is kept for the next request', async () => {
    const client = await open()
    client.socket.write('GET /_ready HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise(resolve => setTimeout(resolve, 2 * READER_TIMEOUT + 500))
    client.socket.write('GET /_ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await client.closed
    expect(client.received().match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  test('an answer that is long in the making is waited for', async () => {
    const database = await freshDatabase('postgres')
    const proxy = await databaseProxy(database.url)
    const app = await buildTestApp({ folder, database: { ...database, url: proxy.url }, limits: LIMITS })
    const own = new URL((await app.listen()).address)
    proxy.hold()
    const begun = Date.now()
    expect((await fetch(new URL('/_ready', own))).status).toBe(503)
    expect(Date.now() - begun).toBeGreaterThan(READER_TIMEOUT)
    proxy.release()
  })
})
