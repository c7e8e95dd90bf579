/** Every committed change is delivered, in order for each entry, until the receiver has it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { findDelivery, listDeliveries, redeliver } from '../../src/management/webhooks/list-deliveries.ts'
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from '../../src/management/webhooks/manage-webhooks.ts'
import type { WebhookContext } from '../../src/management/webhooks/webhook-context.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { loadProjectSchema } from '../../src/schema/load/load-schema.ts'
import { openDeliveries } from '../../src/webhooks/open-webhooks.ts'
import { openFeed } from '../changes/open-feed.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { buildTestApp, testConfig } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { isSigned, Receiver } from './receiver.ts'

const PATIENT = { timeout: 60_000, interval: 50 }
const outgoing = { allow: ['loopback'] }
const LABEL = 'api::label.label'

describe.each(CLIENTS)('webhooks on %s', client => {
  const receiver = new Receiver()
  let url = ''
  let app: Awaited<ReturnType<typeof buildTestApp>>
  let context: WebhookContext
  let ahead = 0

  beforeAll(async () => {
    url = await receiver.start()
    const database = await startedDatabase(client, PROJECT)
    app = await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', outgoing })
    const { schema } = await loadProjectSchema(testConfig({ folder: PROJECT, database }))
    const opened = (await openFeed(database)).database
    const deliveries = await openDeliveries(opened, 'public', true)
    const clock = () => Date.now() + ahead
    context = { database: opened, schema, deliveries, outgoing: createOutgoing(outgoing), clock }
  })

  async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) {
    const answer = await app.inject({
      method,
      url: `/api/${path}`,
      ...(data === undefined ? {} : { payload: { data } }),
    })
    expect(answer.statusCode, answer.payload).toBe(200)
    return (answer.json() as { data: { id: number } }).data.id
  }

  const add = (more: object = {}) =>
    addWebhook(context, { name: 'site', url, events: ['entry.create', 'entry.update', 'entry.delete'], ...more })

  const arrived = (count: number) => expect.poll(() => receiver.received.length, PATIENT).toBe(count)

  it('the body and the headers are those of Strapi, and signed', async () => {
    const { id: webhook, secret } = await add({ headers: { Authorization: 'Bearer x' } })
    const id = await send('POST', 'labels', { name: 'told' })
    await send('PUT', `labels/${id}`, { name: 'told again' })
    await send('DELETE', `labels/${id}`)
    await arrived(3)
    const [created, , deleted] = receiver.received.splice(0)
    expect(created!.body).toEqual({
      event: 'entry.create',
      createdAt: expect.stringMatching(/^\d{4}-/),
      model: 'label',
      uid: LABEL,
      entry: expect.objectContaining({ id, name: 'told' }),
    })
    expect(Object.keys(created!.body)).toEqual(['event', 'createdAt', 'model', 'uid', 'entry'])
    expect(created!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-strapi-event': 'entry.create',
      authorization: 'Bearer x',
      'x-populus-delivery': expect.stringMatching(/^\d+$/),
    })
    expect(deleted!.body).toMatchObject({ event: 'entry.delete', entry: { id, name: 'told again' } })
    expect(isSigned(created!, secret)).toBe(true)
    expect(isSigned(created!, 'another')).toBe(false)
    await expect
      .poll(async () => (await listDeliveries(context, webhook, {})).map(({ state }) => state), PATIENT)
      .toEqual(Array.from({ length: 3 }, () => 'delivered'))
    const [last] = await listDeliveries(context, webhook, { limit: '1' })
    expect(last).toMatchObject({
      event: 'entry.delete',
      type: LABEL,
      entry: id,
      attempts: 1,
      status: 200,
      answer: 'thanks',
    })
    await removeWebhook(context, webhook)
  })

  it('only what is asked for, and nothing of what was refused', async () => {
    const { id: webhook } = await add({ events: ['entry.create'], types: ['api::person.person'] })
    await send('POST', 'labels', { name: 'not told' })
    const refused = await app.inject({ method: 'POST', url: '/api/people', payload: { data: { name: { x: 1 } } } })
    expect(refused.statusCode).toBe(400)
    const id = await send('POST', 'people', { name: 'told' })
    await arrived(1)
    expect(receiver.received.splice(0)[0]!.body).toMatchObject({ uid: 'api::person.person', entry: { id } })
    await changeWebhook(context, webhook, { enabled: false })
    await send('POST', 'people', { name: 'not told' })
    expect(await listDeliveries(context, webhook, {})).toHaveLength(1)
    await removeWebhook(context, webhook)
  })

  it('publishing, with private attributes and passwords left out', async () => {
    const { id: webhook } = await add({ events: ['entry.publish', 'entry.unpublish'] })
    const id = await send('POST', 'items', { title: 'x', secret: 'not told', publishedAt: null })
    await send('PUT', `items/${id}`, { publishedAt: '2026-01-01T00:00:00.000Z' })
    await arrived(1)
    const [published] = receiver.received.splice(0)
    expect(published!.body).toMatchObject({ event: 'entry.publish', model: 'item', entry: { id, title: 'x' } })
    expect(published!.text).not.toContain('secret')
    await removeWebhook(context, webhook)
  })

  it('a failed delivery is sent again, and the later ones of its entry wait for it', async () => {
    const { id: webhook } = await add()
    receiver.answers.push(302)
    const id = await send('POST', 'labels', { name: 'one' })
    await arrived(1)
    await send('PUT', `labels/${id}`, { name: 'two' })
    const other = await send('POST', 'labels', { name: 'other' })
    await expect.poll(() => receiver.received.map(({ body }) => body.entry!.id), PATIENT).toContain(other)
    await expect
      .poll(
        () => receiver.received.filter(({ body }) => body.entry!.id === id).map(({ body }) => body.entry!.name),
        PATIENT,
      )
      .toEqual(['one', 'one', 'two'])
    const names = receiver.received.splice(0)
    expect(
      new Set(
        names.filter(({ body }) => body.entry!.name === 'one').map(({ headers }) => headers['x-populus-delivery']),
      ).size,
    ).toBe(1)
    await removeWebhook(context, webhook)
  }, 120_000)

  it('one that waits for its next attempt is sent at once by hand, with its number, and once', async () => {
    const { id: webhook } = await add()
    receiver.answers.push(500)
    const id = await send('POST', 'labels', { name: 'one' })
    await arrived(1)
    await send('PUT', `labels/${id}`, { name: 'two' })
    const listed = () => listDeliveries(context, webhook, {})
    const waiting = async () => (await listed()).filter(({ state }) => state === 'waiting')
    await expect.poll(async () => (await waiting()).map(({ attempts }) => attempts), PATIENT).toEqual([0, 1])
    const [later, first] = await waiting()
    for (const each of [later, first])
      expect(await redeliver(context, webhook, each!.id)).toMatchObject({ id: each!.id })
    await arrived(3)
    const sent = receiver.received.splice(0)
    expect(sent.map(({ body }) => body.entry!.name)).toEqual(['one', 'one', 'two'])
    const numbers = sent.map(({ headers }) => Number(headers['x-populus-delivery']))
    expect(numbers).toEqual([first!.id, first!.id, later!.id])
    await expect.poll(async () => (await waiting()).length, PATIENT).toBe(0)
    expect(await listed()).toHaveLength(2)
    await removeWebhook(context, webhook)
  })

  it('a long payload is whole by itself, and cut in the log', async () => {
    const { id: webhook } = await add()
    await send('POST', 'items', { title: 'long', json: { words: 'x'.repeat(200_000) } })
    await arrived(1)
    const [listed] = await listDeliveries(context, webhook, {})
    const { text } = receiver.received.splice(0)[0]!
    expect(listed!.payload).toBe(text.slice(0, 10_000))
    expect((await findDelivery(context, webhook, listed!.id)).payload).toBe(text)
    await expect(findDelivery(context, webhook + 1, listed!.id)).rejects.toMatchObject({ status: 404 })
    await removeWebhook(context, webhook)
  })

  it('again by hand, a test, and a new secret', async () => {
    const { id: webhook, secret } = await add()
    const id = await send('POST', 'labels', { name: 'by hand' })
    await arrived(1)
    const [first] = await listDeliveries(context, webhook, {})
    const again = await redeliver(context, webhook, first!.id)
    await arrived(2)
    expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
    expect(again).toMatchObject({ entry: id, state: 'waiting' })
    const { secret: fresh } = await rotateSecret(context, webhook)
    receiver.received.length = 0
    expect(await testWebhook(context, webhook)).toMatchObject({ delivered: true, status: 200, answer: 'thanks' })
    const [test] = receiver.received.splice(0)
    expect(test!.body).toEqual({ event: 'trigger-test', createdAt: expect.any(String) })
    expect([secret, fresh].map(each => isSigned(test!, each))).toEqual([true, true])
    ahead = 25 * 60 * 60 * 1000
    await testWebhook(context, webhook)
    ahead = 0
    const [later] = receiver.received.splice(0)
    expect([secret, fresh].map(each => isSigned(later!, each))).toEqual([false, true])
    await removeWebhook(context, webhook)
  })
})
