/** A webhook that wants it gets changes that are made together in one delivery, whole or not at all, and in order. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listDeliveries, redeliver } from '../../src/management/webhooks/list-deliveries.ts'
import { addWebhook, changeWebhook, removeWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import type { WebhookContext } from '../../src/management/webhooks/webhook-context.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { loadProjectSchema } from '../../src/schema/load/load-schema.ts'
import { openDeliveries } from '../../src/webhooks/open-webhooks.ts'
import { openFeed } from '../changes/open-feed.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { ExtendApp } from '../extend/extend-app.ts'
import { buildTestApp, testConfig } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { isSigned, type Received, Receiver } from './receiver.ts'

const PATIENT = { timeout: 60_000, interval: 50 }
const outgoing = { allow: ['loopback'] }
const secrets = { jwt: 'secret of users', admin: 'secret of administrators', apiTokenSalt: 'salt' }
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

type Told = readonly { readonly event: string; readonly entry: { readonly id: number; readonly name: string } }[]

describe.each(CLIENTS)('batches on %s', client => {
  const receiver = new Receiver()
  let url = ''
  let app: ExtendApp
  let panel: Awaited<ReturnType<ExtendApp['panel']>>
  let context: WebhookContext

  beforeAll(async () => {
    url = await receiver.start()
    const database = await startedDatabase(client, PROJECT)
    app = new ExtendApp(await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', outgoing, secrets }))
    panel = await app.panel()
    const { schema } = await loadProjectSchema(testConfig({ folder: PROJECT, database }))
    const opened = (await openFeed(database)).database
    const deliveries = await openDeliveries(opened, 'public', true)
    context = { database: opened, schema, deliveries, outgoing: createOutgoing(outgoing), clock: Date.now }
  })

  let webhook = 0
  afterEach(async () => {
    await removeWebhook(context, webhook)
    receiver.received.length = 0
    receiver.answers.length = 0
  })

  const add = async (more: object): Promise<string> => {
    const given = { name: 'site', url, events: ['entry.create', 'entry.update', 'entry.publish', 'entry.delete'] }
    const added = await addWebhook(context, { ...given, ...more })
    webhook = added.id
    return added.secret
  }
  const create = async (name: string, more: object = {}): Promise<number> =>
    (await app.send('POST /labels', { data: { name, ...more } })).body.data.id
  const bulk = async (body: object) => {
    // The server learns what has changed beside it.
    await app.send('GET /labels')
    expect(await panel('POST api::label.label/bulk', body)).toMatchObject({
      status: 200,
      body: { data: { failed: [] } },
    })
  }
  const arrived = (count: number) => expect.poll(() => receiver.received.length, PATIENT).toBe(count)
  const told = ({ body }: Received) => (body as unknown as { events: Told }).events
  const names = (received: readonly Received[]) => received.map(one => told(one).map(({ entry }) => entry.name))

  it('a bulk action is one delivery, or as many as its size takes, each with the events as Strapi sends them', async () => {
    const ids: number[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await create(name, { publishedAt: null }))
    const secret = await add({ batch: 4, events: ['entry.publish', 'entry.delete'] })
    await bulk({ action: 'publish', ids })
    await arrived(2)
    const [first, second] = receiver.received.splice(0)
    expect(first!.body).toEqual({
      event: 'batch',
      createdAt: MOMENT,
      events: ids.slice(0, 4).map(id => ({
        ...{ event: 'entry.publish', createdAt: MOMENT, model: 'label', uid: 'api::label.label' },
        entry: expect.objectContaining({ id, publishedAt: MOMENT }),
      })),
    })
    expect(first!.headers).toMatchObject({ 'x-strapi-event': 'batch', 'x-populus-delivery': expect.any(String) })
    expect(isSigned(first!, secret)).toBe(true)
    expect(names([second!])).toEqual([['e']])
    await bulk({ action: 'delete', ids: ids.slice(0, 2) })
    await arrived(1)
    expect(names(receiver.received)).toEqual([['a', 'b']])
    await expect
      .poll(async () => (await listDeliveries(context, webhook, {})).map(({ state }) => state), PATIENT)
      .toEqual(Array.from({ length: 3 }, () => 'delivered'))
    const [last] = await listDeliveries(context, webhook, { limit: '1' })
    expect(last).toMatchObject({ event: 'batch', type: '', entry: 0, status: 200, attempts: 1 })
    await redeliver(context, webhook, last!.id)
    await arrived(2)
    expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
  })

  it('a change alone is a delivery with one event, and a webhook that does not ask gets no batches', async () => {
    await add({ batch: 100 })
    const id = await create('alone')
    await arrived(1)
    expect(told(receiver.received.splice(0)[0]!).map(({ event }) => event)).toEqual(['entry.create'])
    await changeWebhook(context, webhook, { batch: 0 })
    await bulk({ action: 'delete', ids: [id, await create('plain')] })
    await arrived(3)
    const events = receiver.received.map(({ event }) => event).sort()
    expect(events).toEqual(['entry.create', 'entry.delete', 'entry.delete'])
  })

  it('a batch that failed is sent again whole, and everything after it waits', async () => {
    const ids = [await create('one'), await create('two'), await create('three')]
    await add({ batch: 2, events: ['entry.update'] })
    receiver.answers.push(500)
    await bulk({ action: 'edit', ids, data: { name: 'same' } })
    await arrived(1)
    await app.send(`PUT /labels/${ids[0]}`, { data: { name: 'later' } })
    await arrived(4)
    expect(names(receiver.received)).toEqual([['same', 'same'], ['same', 'same'], ['same'], ['later']])
    const [failed, again] = receiver.received
    expect(again!.text).toBe(failed!.text)
    expect(again!.headers['x-populus-delivery']).toBe(failed!.headers['x-populus-delivery'])
  }, 120_000)

  it('batches wait for what was to be sent before them, also when the webhook asks for them only then', async () => {
    const ids = [await create('one'), await create('two')]
    await add({ events: ['entry.update'] })
    receiver.answers.push(500)
    await app.send(`PUT /labels/${ids[0]}`, { data: { name: 'before' } })
    await arrived(1)
    await changeWebhook(context, webhook, { batch: 10 })
    await bulk({ action: 'edit', ids, data: { name: 'together' } })
    await changeWebhook(context, webhook, { batch: 0 })
    await app.send(`PUT /labels/${ids[1]}`, { data: { name: 'after' } })
    await arrived(4)
    const texts = receiver.received.map(({ body }) => body.entry?.name ?? 'batch')
    expect(texts).toEqual(['before', 'before', 'batch', 'after'])
  }, 120_000)
})
