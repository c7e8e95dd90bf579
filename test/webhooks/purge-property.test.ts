/** After any write, every answer that has changed has a key that the purge names, and answers from other entries alone have none. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { loadProjectSchema } from '../../src/schema/load/load-schema.ts'
import { openFeed } from '../changes/open-feed.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { assertProperty, PROPERTY_TIMEOUT } from '../properties/assert-property.ts'
import { buildTestApp, testConfig } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { Receiver } from './receiver.ts'

const PATIENT = { timeout: 60_000, interval: 10 }
const outgoing = { allow: ['loopback'] }

const LISTS = [
  ...['items?fields[0]=title', 'items?locale=all&populate=*', 'items?locale=fr&fallback=en', 'items?_q=x'],
  ...['items?filters[tags][name]=x&fields[0]=title', 'people?populate=*', 'labels?populate=*', 'labels?fields[0]=name'],
]
/** Of one entry, by its id. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  items: [
    ...['', '?fields[0]=title', '?populate[0]=head&populate[1]=rows', '?populate=*', '?populate=localizations'],
    ...['?populate=buddy&fields[0]=title', '?populate[blocks][populate]=*', '?populate=pair&fields[0]=title'],
  ],
  people: ['', '?populate=card', '?populate=boss', '?populate=favourite', '?populate[items][count]=true'],
  labels: ['', '?fields[0]=name', '?populate=items'],
}

type Kind = 'items' | 'people' | 'labels'
const KINDS: readonly Kind[] = ['items', 'people', 'labels']

/** Numbers stand for the entries that are there. */
const arbitraryWrite = fc.record({
  kind: fc.constantFrom(...KINDS, 'items' as const),
  act: fc.constantFrom('create', 'update', 'update', 'update', 'update', 'translate', 'delete'),
  on: fc.nat(5),
  text: fc.constantFrom('x', 'y', 'z'),
  what: fc.nat(9),
  others: fc.array(fc.nat(5), { maxLength: 2 }),
})
type Write = typeof arbitraryWrite extends fc.Arbitrary<infer T> ? T : never

describe.each(CLIENTS)('random writes on %s', client => {
  const receiver = new Receiver()
  let app: Awaited<ReturnType<typeof buildTestApp>>
  const ids: Record<Kind, number[]> = { items: [], people: [], labels: [] }

  beforeAll(async () => {
    const url = await receiver.start()
    const database = await startedDatabase(client, PROJECT)
    app = await buildTestApp({
      ...{ folder: PROJECT, database, dialect: 'strapi4', outgoing },
      cache: { responses: true, surrogateKeys: true },
    })
    const { schema } = await loadProjectSchema(testConfig({ folder: PROJECT, database }))
    const opened = (await openFeed(database)).database
    const context = { database: opened, schema, outgoing: createOutgoing(outgoing), clock: Date.now }
    await addWebhook(context, { name: 'cdn', url, events: ['cache.purge'] })
  })

  const one = (kind: Kind, index: number): number | undefined => ids[kind][index % Math.max(1, ids[kind].length)]
  const several = (kind: Kind, indexes: readonly number[]) =>
    [...new Set(indexes.map(index => one(kind, index)))].filter(id => id !== undefined)

  /** Values, parts and relations from both sides; what leads to one entry is taken away from another. */
  function valuesOf({ kind, text, what, others }: Write): object {
    const first = (of: Kind) => several(of, others)[0] ?? null
    const choices: Readonly<Record<Kind, readonly object[]>> = {
      items: [
        ...[{ title: text }, { rank: text.charCodeAt(0) }, { head: { text } }, { publishedAt: null }],
        ...[{ publishedAt: '2026-01-01T00:00:00.000Z' }, { tags: several('labels', others) }],
        ...[{ pair: first('people') }, { buddy: first('items') }, { parts: several('labels', others) }],
        { blocks: [{ __component: 'blocks.text', text }] },
      ],
      people: [
        ...[{ name: text }, { card: { text } }, { boss: first('people') }, { favourite: first('items') }],
        { items: several('items', others) },
      ],
      labels: [{ name: text }, { publishedAt: null }, { items: several('items', others) }],
    }
    return choices[kind][what % choices[kind].length]!
  }

  /** Whether there was anything to do, and it was done. */
  async function run(write: Write): Promise<boolean> {
    const { kind, act, on, text } = write
    const id = one(kind, on)
    if (act !== 'create' && id === undefined) return false
    if (act === 'translate' && kind !== 'items') return false
    const call = {
      create: ['POST', kind, { data: { title: text, name: text } }],
      update: ['PUT', `${kind}/${id}`, { data: valuesOf(write) }],
      translate: ['POST', `${kind}/${id}/localizations`, { title: text, locale: 'fr' }],
      delete: ['DELETE', `${kind}/${id}`, undefined],
    } as const
    const [method, path, payload] = call[act as keyof typeof call]
    const answer = await app.inject({ method, url: `/api/${path}`, ...(payload === undefined ? {} : { payload }) })
    if (answer.statusCode !== 200) return false
    const body = answer.json() as { id?: number; data?: { id: number } }
    if (act === 'delete') ids[kind].splice(ids[kind].indexOf(id!), 1)
    else if (act !== 'update') ids[kind].push(body.data?.id ?? body.id!)
    return true
  }

  async function readAll() {
    const paths = [...LISTS]
    for (const kind of KINDS)
      for (const id of ids[kind]) paths.push(...ENTRIES[kind]!.map(end => `${kind}/${id}${end}`))
    const answers = new Map<string, { readonly body: string; readonly keys: readonly string[] }>()
    for (const path of paths) {
      const { statusCode, payload, headers } = await app.inject({ method: 'GET', url: `/api/${path}` })
      expect([200, 404], `${path} ${payload}`).toContain(statusCode)
      // Nobody keeps what has no keys.
      if (statusCode === 200) answers.set(path, { body: payload, keys: String(headers['surrogate-key']).split(' ') })
    }
    return answers
  }

  it(
    'every changed answer has a key that is purged',
    async () => {
      let changes = 0
      let spared = 0
      const property = fc.asyncProperty(fc.array(arbitraryWrite, { minLength: 15, maxLength: 15 }), async writes => {
        let before = await readAll()
        for (const write of writes) {
          if (!(await run(write))) continue
          await expect.poll(() => receiver.received.length, PATIENT).toBe(1)
          const { keys } = receiver.received.splice(0)[0]!.body as unknown as { keys: string[] }
          const after = await readAll()
          for (const [path, { body, keys: carried }] of before) {
            const isPurged = carried.some(key => keys.includes(key))
            if (!isPurged && /^\w+\/\d+/.test(path)) spared += 1
            if (after.get(path)?.body === body) continue
            changes += 1
            expect(isPurged, `${JSON.stringify(write)}: ${path} has ${carried}, and ${keys} are purged`).toBe(true)
          }
          before = after
        }
      })
      await assertProperty(property, 15)
      expect(changes).toBeGreaterThan(50)
      expect(spared).toBeGreaterThan(50)
    },
    PROPERTY_TIMEOUT,
  )

  it('an answer from one entry has the key of the entry, and other entries of its type do not purge it', async () => {
    const create = async (path: string, data: object) => {
      const answer = await app.inject({ method: 'POST', url: `/api/${path}`, payload: { data } })
      return (answer.json() as { data: { id: number } }).data.id
    }
    const [label, other] = [await create('labels', { name: 'one' }), await create('labels', { name: 'two' })]
    const item = await create('items', { title: 'x', head: { text: 'y' } })
    await expect.poll(() => receiver.received.length, PATIENT).toBe(3)
    receiver.received.length = 0
    const keysOf = async (path: string) =>
      (await app.inject({ method: 'GET', url: `/api/${path}` })).headers['surrogate-key']
    // Twice: kept answers have the same keys.
    for (let time = 0; time < 2; time += 1) {
      expect(await keysOf(`labels/${label}`)).toBe(`api::label.label:${label} api::label.label:any`)
      expect(await keysOf(`items/${item}?populate=head`)).toBe(`api::item.item:${item} api::item.item:any`)
      expect(await keysOf(`labels/${label}?populate=items`)).toBe('api::item.item api::label.label')
      expect(await keysOf(`items/${item}?populate=buddy`)).toBe('api::item.item')
      expect(await keysOf('labels')).toBe('api::label.label')
    }
    await app.inject({ method: 'PUT', url: `/api/labels/${other}`, payload: { data: { name: 'three' } } })
    await expect.poll(() => receiver.received.length, PATIENT).toBe(1)
    expect(receiver.received.splice(0)[0]!.body).toMatchObject({
      keys: ['api::label.label', `api::label.label:${other}`, 'other'],
    })
  })
})
