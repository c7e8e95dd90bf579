/** A server that is told to stop is not ready at once, and yet answers everybody who has not noticed. */
import { expect, test } from 'vitest'
import { noteProject } from '../cluster/servers/note-project.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase } from '../support/databases.ts'

const PATIENT = { timeout: 60_000, interval: 20 }

test('it goes on accepting requests until the time is over', async () => {
  const folder = await noteProject(1)
  const database = await freshDatabase('sqlite')
  const app = await buildTestApp({ folder, database, server: { drainSeconds: 8 } })
  const { address } = await app.listen(0)
  const ask = (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, init)
  expect((await ask('/_ready')).status).toBe(200)
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  await expect.poll(async () => (await ask('/_ready')).status, PATIENT).toBe(503)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ data: { title: 'late' } })
  for (let turn = 0; turn < 2; turn += 1) {
    // Each of them arrives over a new connection, because the answer before has closed the last one.
    const read = await ask('/api/notes')
    expect([read.status, read.headers.get('connection')]).toEqual([200, 'close'])
    const written = await ask('/api/notes', { method: 'POST', headers, body })
    expect([written.status, written.headers.get('connection')]).toEqual([200, 'close'])
  }
  expect(isClosed).toBe(false)
  await closed
  await expect(ask('/_ready')).rejects.toThrow()
})
