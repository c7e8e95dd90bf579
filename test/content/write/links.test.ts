/** A change of links touches the rows that it names, with few statements, and waits only for writers of the same entries. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLIENTS, onServer } from '../../support/databases.ts'
import { type Entry, openWriteApp, query, type WriteApp } from './write-app.ts'

const statements: string[] = []

async function openWatched(client: (typeof CLIENTS)[number]): Promise<WriteApp> {
  return openWriteApp(client, { onStatement: ({ text }) => void statements.push(text) })
}

function createMany(app: WriteApp, path: string, count: number): Promise<readonly number[]> {
  const name = (index: number) => ({ title: `t${index}`, name: `n${index}` })
  return Promise.all(Array.from({ length: count }, (_, index) => app.create(path, name(index))))
}

describe.each(CLIENTS)('links on %s', client => {
  let app: WriteApp
  let labels: readonly number[]

  beforeAll(async () => {
    app = await openWatched(client)
    labels = await createMany(app, 'labels', 70)
  })
  beforeEach(() => {
    statements.length = 0
  })

  /** Rows by item and label: the place of the label in the item, and that of the item in the label. */
  async function tagRows(): Promise<Readonly<Record<string, readonly number[]>>> {
    const rows = await query(app.database, 'select item_id, label_id, label_order, item_order from items_tags_links')
    return Object.fromEntries(
      rows.map(([item, label, ...orders]) => [`${Number(item)} ${Number(label)}`, orders.map(Number)]),
    )
  }

  async function tagsOf(item: number): Promise<readonly number[]> {
    const { body } = await app.send('GET', `items/${item}?populate=tags`)
    const { tags } = (body.data as Entry).attributes as { tags: { data: readonly Entry[] } }
    return tags.data.map(({ id }) => id)
  }

  it('a removed link leaves a gap on both sides', async () => {
    const [a, b, c] = labels as [number, number, number]
    const items = await createMany(app, 'items', 3)
    for (const item of items) await app.send('PUT', `items/${item}`, { tags: [a, b, c] })
    const before = await tagRows()
    expect((await app.send('PUT', `items/${items[0]}`, { tags: { disconnect: [a] } })).status).toBe(200)
    const { [`${items[0]} ${a}`]: removed, ...others } = before
    expect(removed).toBeDefined()
    expect(await tagRows()).toEqual(others)
    expect(await tagsOf(items[0]!)).toEqual([b, c])
  })

  it('a link between two others gets a number between theirs, and one at the end the next number', async () => {
    const [a, b, c, d] = labels as [number, number, number, number]
    const item = await app.create('items', { title: 'positions', tags: [a, b] })
    const connect = [{ id: c, position: { after: a } }]
    await app.send('PUT', `items/${item}`, { tags: { connect } })
    await app.send('PUT', `items/${item}`, { tags: { connect: [d] } })
    expect(await tagsOf(item)).toEqual([a, c, b, d])
    const rows = await tagRows()
    expect([a, b, c, d].map(label => rows[`${item} ${label}`]![0])).toEqual([1, 2, 1.5, 3])
  })

  it('a list that has no room left is numbered anew', async () => {
    const [first, last, ...others] = labels.slice(0, 40) as [number, number, ...number[]]
    const item = await app.create('items', { title: 'no room', tags: [first, last] })
    for (const id of others)
      await app.send('PUT', `items/${item}`, { tags: { connect: [{ id, position: { after: first } }] } })
    expect(await tagsOf(item)).toEqual([first, ...others.toReversed(), last])
  })

  it('setting links costs as many statements for 2 as for 60', async () => {
    const item = await app.create('items', { title: 'few statements', tags: [labels[0]] })
    const costOf = async (tags: readonly number[]) => {
      statements.length = 0
      expect((await app.send('PUT', `items/${item}`, { tags })).status).toBe(200)
      return statements.filter(text => text.includes('items_tags_links'))
    }
    // One of them reads what was there, for the history.
    const few = await costOf(labels.slice(1, 3))
    expect(few).toHaveLength(4)
    expect(await costOf(labels.slice(4, 64))).toHaveLength(4)
    expect(await tagsOf(item)).toEqual(labels.slice(4, 64))
  })

  it('the order of many links changes in one statement', async () => {
    const tags = labels.slice(0, 50)
    const item = await app.create('items', { title: 'reversed', tags })
    statements.length = 0
    await app.send('PUT', `items/${item}`, { tags: tags.toReversed() })
    expect(statements.filter(text => text.startsWith('update "items_tags_links"'))).toHaveLength(1)
    expect(await tagsOf(item)).toEqual(tags.toReversed())
  })

  it('links beyond the number of one statement are stored', async () => {
    const many = await createMany(app, 'labels', 1100)
    const item = await app.create('items', { title: 'very many', tags: many })
    const rows = await query(app.database, `select count(*) from items_tags_links where item_id = ${item}`)
    expect(Number(rows[0]![0])).toBe(many.length)
  })
})

describe('locks on postgres', () => {
  it('writers wait for those that link the same entry, and for nobody else', async () => {
    const app = await openWatched('postgres')
    if (app.database.client !== 'postgres') throw new Error('another database')
    const labels = await createMany(app, 'labels', 70)
    const [mine, other] = await createMany(app, 'items', 2)
    const lock = (thing: string) => `select pg_advisory_xact_lock(hashtextextended('${thing}', 0))`
    await onServer(app.database.url, async sql => {
      await sql.unsafe('begin')
      await sql.unsafe(`select pg_advisory_xact_lock_shared(hashtextextended('items_tags_links', 0))`)
      await sql.unsafe(lock(`items_tags_links.label_id=${labels[0]}`))
      const ended: string[] = []
      const put = async (name: string, item: number, tags: readonly number[]) => {
        const { status } = await app.send('PUT', `items/${item}`, { tags })
        ended.push(`${name} ${status}`)
      }
      const same = put('same', mine!, [labels[0]!, labels[1]!])
      await put('different', other!, [labels[2]!, labels[3]!])
      // So many entries are not locked one by one.
      const many = put('many', other!, labels)
      const waiting = () => sql.unsafe('select count(*)::int as count from pg_locks where not granted')
      await expect.poll(async () => (await waiting())[0]!.count, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
      expect(ended).toEqual(['different 200'])
      await sql.unsafe('commit')
      await Promise.all([same, many])
      expect(ended.toSorted()).toEqual(['different 200', 'many 200', 'same 200'])
    })
  })
})
