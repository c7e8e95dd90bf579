/** Code of a project that listens to the HTTP server itself, as `socket.io` does. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { freshDatabase } from '../support/databases.ts'

const INDEX = `module.exports = {
  bootstrap({ strapi }) {
    strapi.io = strapi.server.httpServer.on('upgrade', (request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: echo\\r\\nConnection: Upgrade\\r\\n\\r\\n')
      socket.on('data', data => socket.write('echo ' + data))
    })
  },
}`

test('it shares the port, other requests are answered, and a stop ends its sockets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'populus-sockets-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/index.js'), INDEX)
  const database = await freshDatabase('sqlite')
  const app = await buildTestApp({ folder, database, dialect: 'strapi4', strapi: true, server: { stopSeconds: 600 } })
  const { address } = await app.listen(0)
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  cleanUp(async () => void socket.destroy())
  let received = ''
  socket.on('data', data => {
    received += data
  })
  socket.write('GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
  await expect.poll(() => received).toContain('101 Switching Protocols')
  socket.write('hello')
  await expect.poll(() => received).toContain('echo hello')
  expect((await fetch(`${address}/_health`)).status).toBe(204)
  const closed = new Promise(resolve => socket.once('close', resolve))
  await app.close()
  await closed
})
