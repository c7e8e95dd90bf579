/** Answers that real processes on one database keep: a write in one of them, tags in both, and tags after a restart. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { addressOf, type Running, startPopulus } from '../../cli/run-populus.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { noteProject } from './note-project.ts'

vi.setConfig({ testTimeout: 240_000 })

const servers: Running[] = []
afterEach(() => stop('SIGKILL'))

async function stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  for (const { process, finished } of servers.splice(0)) {
    process.kill(signal)
    await finished
  }
}

async function start(folder: string, database: DatabaseConfig): Promise<string> {
  const place = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
  const running = startPopulus(['start', folder, '--port', '0', '--database', place])
  servers.push(running)
  return addressOf(running)
}

async function get(address: string, path: string, tag?: string) {
  const headers: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag }
  const response = await fetch(`${address}/api/${path}`, { headers })
  const isKept = /\bkept\b/.test(response.headers.get('server-timing') ?? '')
  return { status: response.status, text: await response.text(), tag: response.headers.get('etag') ?? '', isKept }
}

async function rename(address: string, id: number, title: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ data: { title } })
  const { status } = await fetch(`${address}/api/notes/${id}`, { method: 'PUT', headers, body })
  expect(status).toBe(200)
}

test.each(CLIENTS)('two servers on %s keep what the other one did not touch, under the same tags', async client => {
  const folder = await noteProject(3)
  // Other tests write to other databases on the same server, which would end what is kept.
  await writeFile(join(folder, 'populus.config.json'), JSON.stringify({ cache: { announcedOnly: true } }))
  const database = await freshDatabase(client)
  const one = await start(folder, database)
  const other = await start(folder, database)
  const ask = async (id: number) => [await get(one, `notes/${id}`), await get(other, `notes/${id}`)] as const
  // The first write of another process is where they begin to listen to each other.
  await rename(one, 1, 'begin')
  await ask(1)
  for (let round = 0; round < 10; round += 1) {
    for (const id of [1, 2]) await ask(id)
    await rename(round % 2 === 0 ? one : other, 1, `round ${round}`)
    const [here, there] = await ask(1)
    expect(JSON.parse(there.text).data.attributes.title).toBe(`round ${round}`)
    expect(here).toMatchObject({ status: 200, text: there.text, tag: there.tag })
    for (const untouched of await ask(2)) expect(untouched).toMatchObject({ status: 200, isKept: true })
  }
  const before = await get(one, 'notes?sort=id')
  await stop('SIGTERM')
  const again = await start(folder, database)
  expect(await get(again, 'notes?sort=id')).toMatchObject({ status: 200, text: before.text, tag: before.tag })
  expect(await get(again, 'notes?sort=id', before.tag)).toMatchObject({ status: 304, tag: before.tag })
})
