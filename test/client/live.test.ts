/** `live()` of `populus/client`: a store that is always the current answer. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, ClientError, createClient, type Live } from 'populus/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { openGranter } from '../content/write/grant-write.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import type { Content } from './blog-types.d.ts'

const PATIENT = { timeout: 60_000, interval: 20 }
/** Listens until the test file ends. Returns how often it was called. */
function listen(live: Live<unknown>): { calls: number; stop: () => void } {
  const told = { calls: 0, stop: () => {} }
  told.stop = live.subscribe(() => {
    told.calls += 1
  })
  cleanUp(told.stop)
  return told
}

describe.each(CLIENTS)('live(), on %s', database => {
  let client: Client<Content>

  beforeAll(async () => {
    const place = await startedDatabase(database, BLOG)
    const app = await buildTestApp({ folder: BLOG, database: place, populateWithPagination: true })
    const rights = await openGranter(BLOG, place)
    await rights.grant({ role: 'public', type: 'tag', actions: ['find', 'findOne', 'create', 'update', 'delete'] })
    client = createClient<Content>({ url: (await app.listen()).address })
  })

  test('a list is answered again whenever it has changed, with the types of find', async () => {
    const live = client.live('tags', { fields: ['name'], filters: { slug: { $startsWith: 'live-' } } })
    expect(live.getSnapshot()).toEqual({ answer: undefined, error: undefined, state: 'connecting' })
    const names = () => live.getSnapshot().answer?.data.map(({ attributes }) => attributes.name satisfies string | null)
    const told = listen(live)
    await expect.poll(names, PATIENT).toEqual([])
    expect(live.getSnapshot().state).toBe('live')
    expect(live.getSnapshot()).toBe(live.getSnapshot())
    const { data } = await client.create('tags', { name: 'One', slug: 'live-one' })
    await expect.poll(names, PATIENT).toEqual(['One'])
    told.stop()
    expect(live.getSnapshot().state).toBe('connecting')
    await client.update('tags', data.id, { name: 'Two' })
    const before = told.calls
    listen(live)
    await expect.poll(names, PATIENT).toEqual(['Two'])
    expect(told.calls).toBe(before)
    live.close()
    expect(live.getSnapshot()).toMatchObject({ state: 'ended', error: undefined })
    await client.delete('tags', data.id)
    expect(names()).toEqual(['Two'])
  })

  test('one entry that goes, a query that is refused, and a named query', async () => {
    const { data } = await client.create('tags', { name: 'Gone', slug: 'live-gone' })
    const one = client.liveOne('tags', data.id, { fields: ['name'] })
    listen(one)
    await expect.poll(() => one.getSnapshot().answer?.data.attributes.name, PATIENT).toBe('Gone')
    await client.delete('tags', data.id)
    await expect.poll(() => (one.getSnapshot().error as ClientError | undefined)?.status, PATIENT).toBe(404)
    const refused = client.live('newsletter-subscribers')
    listen(refused)
    await expect.poll(() => refused.getSnapshot().state, PATIENT).toBe('ended')
    expect(refused.getSnapshot().error).toBeInstanceOf(ClientError)
    expect(refused.getSnapshot().error).toMatchObject({ status: 403 })
    const named = client.liveQuery('article', { slug: 'first-sourdough' })
    listen(named)
    await expect.poll(() => named.getSnapshot().answer?.data.id, PATIENT).toBeGreaterThan(0)
  })
})

test('comes back after a lost connection and names what it has; a server that does not push answers once', async () => {
  const asked: IncomingHttpHeaders[] = []
  let lose = () => {}
  const answers: ((response: ServerResponse) => void)[] = [
    response => response.writeHead(503).end(),
    response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('id: "a"\nevent: answer\ndata: {"data":[1]}\n')
      // In the middle of an event, and of a character.
      const [first, second] = [Buffer.from('\nid: "b"\nevent: answer\ndata: {"data":["ü"]}\n\n'), 'event: answer\nda']
      response.write(first.subarray(0, 39))
      setTimeout(() => {
        response.write(first.subarray(39))
        response.write(second)
      }, 20)
      lose = () => response.destroy()
    },
    response => response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[3]}'),
  ]
  const server = createServer((request, response) => {
    asked.push(request.headers)
    answers[Math.min(asked.length, answers.length) - 1]!(response)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  cleanUp(() => new Promise(resolve => server.close(resolve)))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const live = createClient<Content>({ url, token: 'secret' }).live('tags')
  const seen: unknown[] = []
  live.subscribe(() => {
    const { answer } = live.getSnapshot()
    if (answer !== undefined) seen.push((answer as { data: unknown }).data)
  })
  await expect.poll(() => JSON.stringify(seen), PATIENT).toContain('ü')
  lose()
  await expect.poll(() => live.getSnapshot().state, PATIENT).toBe('ended')
  expect(asked.map(headers => headers['last-event-id'])).toEqual([undefined, undefined, '"b"'])
  expect(new Set(asked.map(({ authorization, accept }) => `${authorization} ${accept}`))).toEqual(
    new Set(['Bearer secret text/event-stream']),
  )
  expect([...new Set(seen.map(each => JSON.stringify(each)))]).toEqual(['[1]', '["ü"]', '[3]'])
})
