/** What `populus import` writes is in the feed, and webhooks are told of it, in the transactions that write it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readChanges } from '../../src/changes/read-changes.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { listDeliveries } from '../../src/management/webhooks/list-deliveries.ts'
import { addWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import type { WebhookContext } from '../../src/management/webhooks/webhook-context.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { openDeliveries } from '../../src/webhooks/open-webhooks.ts'
import { openFeed } from '../changes/open-feed.ts'
import { runHere } from '../cli/run-here.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { startOnce } from '../support/prepared-database.ts'
import { BULK_FILES, bulkSchema } from './generated-content.ts'
import { fileOf } from './transfers.ts'

const HEADER = {
  format: 'populus-content',
  version: 1,
  types: ['label', 'post'].map(uid => ({ uid: `api::${uid}.${uid}` })),
}
const label = (id: number) => ({
  type: 'api::label.label',
  id,
  attributes: { name: `label ${id}`, publishedAt: '2024-05-01T12:00:00.000Z' },
})
const post = (id: number, labels: readonly number[], slug = `post-${id}`) => ({
  ...{ type: 'api::post.post', id },
  attributes: { title: `post ${id}`, slug, labels: labels.map(of => ({ type: 'api::label.label', id: of })) },
})
const CONTENT = [HEADER, label(1), label(2), post(1, [2, 1]), post(2, [])]

interface Told {
  readonly event: string
  readonly entry: { readonly id: number; readonly labels?: readonly { readonly id: number }[] }
}

describe.each(CLIENTS)('an import on %s', client => {
  const folder = join(temporaryFolder(), 'bulk')
  let database: DatabaseConfig
  let context: WebhookContext
  let webhook: number
  let feed: Awaited<ReturnType<typeof openFeed>>

  beforeAll(() => {
    for (const [path, content] of Object.entries(BULK_FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), JSON.stringify(content))
    }
    writeFileSync(join(folder, 'package.json'), '{"name":"bulk"}')
  })
  beforeEach(async () => {
    database = await freshDatabase(client)
    await startOnce(folder, database)
    feed = await openFeed(database)
    const outgoing = createOutgoing({ allow: ['loopback'] })
    const deliveries = await openDeliveries(feed.database, 'public', true)
    context = { database: feed.database, schema: bulkSchema(), deliveries, outgoing, clock: Date.now }
  })

  const add = async (more: object) => {
    const given = { name: 'site', url: 'http://127.0.0.1:9/hook', events: ['entry.create', 'entry.update'] }
    webhook = (await addWebhook(context, { ...given, ...more })).id
  }
  const run = (lines: readonly object[], ...flags: readonly string[]) => {
    const place = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
    return runHere(['import', fileOf(lines), ...flags, '--folder', folder, '--database', place])
  }
  const payloads = async () => {
    const found = await listDeliveries(context, webhook, {})
    return found.toReversed().map(({ payload }) => JSON.parse(payload) as Told & { readonly events?: readonly Told[] })
  }
  const short = ({ event, entry: { id, labels } }: Told) => [event, id, labels?.map(each => each.id)]
  const recorded = async () => {
    const { changes } = await readChanges(feed, { since: undefined, limit: 100 })
    return changes.map(({ type, id, action }) => `${action} ${type.split('.')[1]} ${id}`)
  }
  const ENTRIES = ['create label 1', 'create label 2', 'create post 1', 'create post 2']

  test('in batches, entries are told of when they are written, and again when they are linked', async () => {
    await add({ batch: 100 })
    expect(await run(CONTENT)).toMatchObject({ code: 0 })
    const told = (await payloads()).map(({ event, events }) => [event, events!.map(short)])
    expect(told).toEqual([
      [
        'batch',
        [
          ['entry.create', 1, undefined],
          ['entry.create', 2, undefined],
          ['entry.create', 1, []],
          ['entry.create', 2, []],
        ],
      ],
      ['batch', [['entry.update', 1, [2, 1]]]],
    ])
    expect(await recorded()).toEqual([...ENTRIES, 'update post 1'])
  })

  test('in one transaction, they are told of once, and whole', async () => {
    await add({})
    expect(await run(CONTENT, '--all-or-nothing')).toMatchObject({ code: 0 })
    expect((await payloads()).map(short)).toEqual([
      ['entry.create', 1, undefined],
      ['entry.create', 2, undefined],
      ['entry.create', 1, [2, 1]],
      ['entry.create', 2, []],
    ])
    expect(await recorded()).toEqual(ENTRIES)
  })

  test('a CDN is told what to drop after each transaction', async () => {
    await add({ events: ['cache.purge'], types: ['api::label.label'] })
    expect(await run(CONTENT)).toMatchObject({ code: 0 })
    expect(await payloads()).toMatchObject([
      { event: 'cache.purge', paths: ['/api/labels', '/api/labels/1', '/api/labels/2'] },
    ])
  })

  test('what is not stored is not told', async () => {
    await add({})
    const twice = [...CONTENT, post(3, [1], 'post-1')]
    expect(await run(twice, '--all-or-nothing')).toMatchObject({ code: 1 })
    expect(await payloads()).toEqual([])
    expect(await recorded()).toEqual([])
  })

  test('with --no-webhooks, only the feed has it', async () => {
    await add({})
    expect(await run(CONTENT, '--no-webhooks')).toMatchObject({ code: 0 })
    expect(await payloads()).toEqual([])
    expect(await recorded()).toEqual([...ENTRIES, 'update post 1'])
  })
})
