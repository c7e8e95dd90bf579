/** `/_health` says that the process lives, `/_ready` that it can answer. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, postgresConfig } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { startPostgresServer } from '../support/servers/embedded-server.ts'

const BLOG = join(fileURLToPath(new URL('../..', import.meta.url)), 'examples', 'blog')

describe.each(CLIENTS)('a server on %s', client => {
  test('lives and is ready', async () => {
    const app = await buildTestApp({ folder: BLOG, database: await startedDatabase(client, BLOG) })
    const health = await app.inject('/_health')
    expect([health.statusCode, health.body]).toEqual([204, ''])
    const ready = await app.inject('/_ready')
    expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([200, { ready: true }, 'no-store'])
    expect((await app.inject({ method: 'HEAD', url: '/_ready' })).statusCode).toBe(200)
  })

  test('is not ready while it closes', async () => {
    const app = await buildTestApp({ folder: BLOG, database: await startedDatabase(client, BLOG) })
    const { address } = await app.listen()
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    let received = ''
    socket.on('data', chunk => {
      received += chunk
    })
    await once(socket, 'connect')
    socket.write(
      'POST /api/auth/local HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    )
    await new Promise(resolve => setTimeout(resolve, 200))
    const closed = app.close()
    await new Promise(resolve => setTimeout(resolve, 100))
    socket.write('}GET /_ready HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'close')
    await closed
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 503'])
    expect(received).not.toMatch(/cache-control: (?!no-store)/i)
  })
})

test('a PostgreSQL that is gone makes it not ready; it lives on, and is ready again', async () => {
  const postgres = await startPostgresServer()
  try {
    const app = await buildTestApp({ folder: BLOG, database: postgresConfig(postgres.url, 'postgres') })
    await postgres.stop()
    const answer = await app.inject('/_ready')
    expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, reason: 'The database does not answer' }])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await app.inject('/_health')).statusCode).toBe(204)
    await postgres.start()
    await expect.poll(async () => (await app.inject('/_ready')).statusCode).toBe(200)
    await app.close()
  } finally {
    await postgres.remove()
  }
})
