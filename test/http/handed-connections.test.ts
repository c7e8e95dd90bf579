/** A server answers connections that somebody else has accepted as it would its own. */
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { HandedConnections } from '../../src/http/handed-connections.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

async function start(answer: (request: IncomingMessage, response: ServerResponse) => void, timeout = 300_000) {
  const times = { requestTimeout: timeout, headersTimeout: timeout, connectionsCheckingInterval: 50 }
  const server = createHttpServer(times, answer)
  const handed = new HandedConnections(server)
  handed.open()
  const port = createServer({ pauseOnConnect: true }, connection => {
    if (!handed.take(connection)) connection.destroy()
    connection.resume()
  })
  port.listen(0, '127.0.0.1')
  await once(port, 'listening')
  opened.push(() => {
    handed.cut()
    port.close()
  })
  const client = () => {
    const socket = connect((port.address() as AddressInfo).port, '127.0.0.1')
    const seen = { text: '', isClosed: false }
    socket.on('data', bytes => {
      seen.text += bytes
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      seen.isClosed = true
    })
    return { socket, seen }
  }
  return { handed, client }
}

test('a request that takes too long to arrive is ended', async () => {
  const { client } = await start((_, response) => response.end('fine'), 300)
  const { socket, seen } = client()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  await expect.poll(() => seen.isClosed).toBe(true)
  expect(seen.text).toMatch(/^HTTP\/1\.1 408 /)
})

test('at the end, running requests are finished, idle connections are closed, and new ones are not taken', async () => {
  let finish: (() => void) | undefined
  const { handed, client } = await start((request, response) => {
    if (request.url === '/slow') finish = () => response.end('slow')
    else response.end('quick')
  })
  const [idle, busy] = [client(), client()]
  idle.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  busy.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => idle.seen.text).toContain('quick')
  await expect.poll(() => finish).toBeDefined()
  await handed.end(60)
  let hasEnded = false
  const ended = handed.ended().then(() => {
    hasEnded = true
  })
  await expect.poll(() => idle.seen.isClosed).toBe(true)
  const late = client()
  await expect.poll(() => late.seen.isClosed).toBe(true)
  expect([late.seen.text, busy.seen.isClosed, hasEnded]).toEqual(['', false, false])
  finish?.()
  await ended
  await expect.poll(() => busy.seen.text).toContain('slow')
})

test('connections that are still busy when the time is over are cut', async () => {
  const { handed, client } = await start(() => undefined)
  const { socket, seen } = client()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'ready')
  await new Promise(resolve => setTimeout(resolve, 100))
  await handed.end(0)
  await handed.ended()
  await expect.poll(() => seen.isClosed).toBe(true)
  expect(seen.text).toBe('')
})
