/** Whenever an answer has changed, the purge names a key that the answer had. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addWebhook, removeWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import type { WebhookContext } from '../../src/management/webhooks/webhook-context.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { loadProjectSchema } from '../../src/schema/load/load-schema.ts'
import { openFeed } from '../changes/open-feed.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { buildTestApp, testConfig } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { Receiver } from './receiver.ts'

const PATIENT = { timeout: 60_000, interval: 50 }
const outgoing = { allow: ['loopback'] }

const QUERIES = [
  'items?fields[0]=title',
  'items?populate=*',
  'items?fields[0]=title&populate[tags][fields][0]=name',
  'items?fields[0]=title&populate[tags][count]=true',
  'items?fields[0]=title&filters[tags][name]=first',
  'items?fields[0]=title&filters[tags][id][$notNull]=true',
  'items?fields[0]=title&sort=owner.name',
  'items?fields[0]=title&populate[owner][populate]=items',
  'items?fields[0]=title&populate[blocks][populate]=*',
  'people?populate=items',
  'labels?populate=items',
  'labels?fields[0]=name',
  'labels?filters[items][owner][name]=Ada',
]

describe.each(CLIENTS)('purging, on %s', client => {
  const receiver = new Receiver()
  let url = ''
  let app: Awaited<ReturnType<typeof buildTestApp>>
  let context: WebhookContext

  beforeAll(async () => {
    url = await receiver.start()
    const database = await startedDatabase(client, PROJECT)
    app = await buildTestApp({
      ...{ folder: PROJECT, database, dialect: 'strapi4', outgoing },
      cache: { responses: true, surrogateKeys: true },
    })
    const { schema } = await loadProjectSchema(testConfig({ folder: PROJECT, database }))
    context = {
      database: (await openFeed(database)).database,
      schema,
      outgoing: createOutgoing(outgoing),
      clock: Date.now,
    }
  })

  async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<number> {
    const payload = data === undefined ? {} : { payload: { data } }
    const answer = await app.inject({ method, url: `/api/${path}`, ...payload })
    expect(answer.statusCode, answer.payload).toBe(200)
    return (answer.json() as { data: { id: number } }).data.id
  }

  async function readAll() {
    const answers = new Map<string, { readonly body: string; readonly keys: readonly string[] }>()
    for (const query of QUERIES) {
      const { statusCode, payload, headers } = await app.inject({ method: 'GET', url: `/api/${query}` })
      expect(statusCode, payload).toBe(200)
      answers.set(query, { body: payload, keys: String(headers['surrogate-key']).split(' ') })
    }
    return answers
  }

  it('names what an answer was made from', async () => {
    const answers = await readAll()
    expect(answers.get('labels?fields[0]=name')!.keys).toEqual(['api::label.label'])
    expect(answers.get('items?fields[0]=title&populate[tags][fields][0]=name')!.keys).toEqual([
      'api::item.item',
      'api::label.label',
    ])
    // Kept answers have the same, and so has the answer that nothing has changed.
    const again = await app.inject({ method: 'GET', url: '/api/labels?fields[0]=name' })
    expect(again.headers['surrogate-key']).toBe('api::label.label')
    const tag = String(again.headers.etag)
    const same = await app.inject({
      method: 'GET',
      url: '/api/labels?fields[0]=name',
      headers: { 'if-none-match': tag },
    })
    expect([same.statusCode, same.headers['surrogate-key']]).toEqual([304, 'api::label.label'])
    const populated = await app.inject({ method: 'GET', url: '/api/labels?populate=items' })
    expect(populated.headers['cache-tag']).toBe('api::item.item,api::label.label')
  })

  it('says nothing unless the setting asks for it', async () => {
    const database = await startedDatabase(client, PROJECT)
    const quiet = await buildTestApp({ folder: PROJECT, database })
    const { headers } = await quiet.inject({ method: 'GET', url: '/api/labels' })
    expect(headers['surrogate-key']).toBeUndefined()
  })

  it('every changed answer has a key that the purge names, and each transaction is told once', async () => {
    const { id: webhook } = await addWebhook(context, { name: 'cdn', url, events: ['cache.purge'] })
    const ids = { label: 0, person: 0, item: 0 }
    const writes: readonly (() => Promise<unknown>)[] = [
      async () => (ids.label = await send('POST', 'labels', { name: 'first' })),
      async () => (ids.person = await send('POST', 'people', { name: 'Ada' })),
      async () =>
        (ids.item = await send('POST', 'items', {
          ...{ title: 'x', code: `p${Date.now()}`, tags: [ids.label], owner: ids.person },
        })),
      () => send('PUT', `labels/${ids.label}`, { name: 'renamed' }),
      // From the other side of the relation.
      () => send('PUT', `labels/${ids.label}`, { items: [] }),
      () => send('PUT', `labels/${ids.label}`, { items: [ids.item], name: 'first' }),
      () => send('PUT', `people/${ids.person}`, { items: [] }),
      () => send('PUT', `people/${ids.person}`, { name: 'Ben', items: [ids.item] }),
      () => send('PUT', `items/${ids.item}`, { publishedAt: null }),
      () => send('PUT', `items/${ids.item}`, { publishedAt: '2026-01-01T00:00:00.000Z' }),
      () => send('DELETE', `labels/${ids.label}`),
      () => send('DELETE', `people/${ids.person}`),
      () => send('DELETE', `items/${ids.item}`),
    ]
    let before = await readAll()
    let changes = 0
    for (const write of writes) {
      await write()
      await expect.poll(() => receiver.received.length, PATIENT).toBe(1)
      const [told] = receiver.received.splice(0)
      const { keys } = told!.body as unknown as { keys: string[] }
      const after = await readAll()
      for (const [query, { body }] of after) {
        const old = before.get(query)!
        if (old.body === body) continue
        changes += 1
        expect(
          old.keys.filter(key => keys.includes(key)),
          `${query}: ${old.keys} and ${keys}`,
        ).not.toEqual([])
      }
      before = after
    }
    expect(changes).toBeGreaterThan(20)
    await removeWebhook(context, webhook)
  })

  it('the message has keys and addresses, and is signed like every other', async () => {
    const { id: webhook } = await addWebhook(context, { name: 'cdn', url, events: ['cache.purge', 'entry.create'] })
    const id = await send('POST', 'labels', { name: 'told' })
    await expect.poll(() => receiver.received.length, PATIENT).toBe(2)
    const { body, headers } = receiver.received.splice(0).find(({ event }) => event === 'cache.purge')!
    expect(body).toEqual({
      event: 'cache.purge',
      createdAt: expect.stringMatching(/^\d{4}-/),
      keys: ['api::label.label', `api::label.label:${id}`, 'other'],
      paths: ['/api/labels', `/api/labels/${id}`],
    })
    expect(headers['x-populus-signature']).toMatch(/^t=\d+,v1=/)
    expect(headers['surrogate-key']).toBe(`api::label.label api::label.label:${id} other`)
    await removeWebhook(context, webhook)
  })

  it('the types of a webhook count', async () => {
    const { id: webhook } = await addWebhook(context, {
      ...{ name: 'cdn', url, events: ['cache.purge'], types: ['api::person.person'] },
    })
    await send('POST', 'labels', { name: 'not told' })
    const id = await send('POST', 'people', { name: 'told' })
    await expect.poll(() => receiver.received.length, PATIENT).toBe(1)
    const keys = ['api::person.person', `api::person.person:${id}`, 'other']
    expect(receiver.received.splice(0)[0]!.body).toMatchObject({ keys })
    await removeWebhook(context, webhook)
  })
})
