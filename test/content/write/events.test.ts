/** Every committed write is told once, with the tables that it has changed; a refused one is not told. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContentEvent } from '../../../src/content/event-stream.ts'
import { CLIENTS } from '../../support/databases.ts'
import { allRows, openWriteApp, type WriteApp } from './write-app.ts'

const ITEM = 'api::item.item'
/** Every table of links and components that goes with an item. */
const AROUND_ITEMS = [
  'files_related_morphs',
  'items',
  'items_buddy_links',
  'items_components',
  'items_friends_links',
  'items_heap_links',
  'items_localizations_links',
  'items_next_links',
  'items_owner_links',
  'items_pair_links',
  'items_parts_links',
  'items_tags_links',
  'items_up_links',
]

describe.each(CLIENTS)('events on %s', client => {
  let writes: WriteApp
  let person: number
  let label: number
  const events: ContentEvent[] = []
  /** The news since the last look, with the tables in order. */
  const news = () => events.splice(0).map(({ tables, ...event }) => ({ ...event, tables: [...tables].sort() }))

  beforeAll(async () => {
    writes = await openWriteApp(client, { onEvent: event => events.push(event) })
    person = await writes.create('people', { name: 'p' })
    label = await writes.create('labels', { name: 'l' })
  })
  beforeEach(() => void news())

  it('a new entry', async () => {
    const plain = await writes.create('items', { title: 'x' })
    expect(news()).toEqual([{ action: 'create', type: ITEM, id: plain, tables: ['items'] }])
    const id = await writes.create('items', {
      title: 'x',
      owner: person,
      tags: [label],
      cover: 1,
      head: { text: 'h', main: { label: 'm', others: [label] } },
      blocks: [{ __component: 'blocks.text', text: 'b' }],
    })
    expect(news()).toEqual([
      {
        action: 'create',
        type: ITEM,
        id,
        tables: [
          'components_blocks_texts',
          'components_parts_heads',
          'components_parts_heads_components',
          'components_parts_links',
          'components_parts_links_others_links',
          'files_related_morphs',
          'items',
          'items_components',
          'items_owner_links',
          'items_tags_links',
        ],
      },
    ])
  })

  it('a changed entry', async () => {
    const id = await writes.create('items', { title: 'x', tags: [label], links: [{ label: 'l' }] })
    news()
    await writes.send('PUT', `items/${id}`, { title: 'y' })
    expect(news()).toEqual([{ action: 'update', type: ITEM, id, tables: ['items'] }])
    await writes.send('PUT', `items/${id}`, { tags: { disconnect: [label] } })
    expect(news()).toEqual([{ action: 'update', type: ITEM, id, tables: ['items', 'items_tags_links'] }])
    await writes.send('PUT', `labels/${label}`, { items: { connect: [id] } })
    expect(news()).toEqual([
      { action: 'update', type: 'api::label.label', id: label, tables: ['items_tags_links', 'labels'] },
    ])
    await writes.send('PUT', `items/${id}`, { links: [] })
    expect(news()[0]?.tables).toEqual(expect.arrayContaining(['components_parts_links', 'items', 'items_components']))
  })

  it('a translation, and a change that goes to all of them', async () => {
    const id = await writes.create('items', { title: 'x' })
    news()
    const { body } = await writes.sendText('POST', `items/${id}/localizations`, '{"locale":"fr","title":"f"}')
    const french = (body as unknown as { id: number }).id
    expect(news()).toEqual([
      { action: 'create', type: ITEM, id: french, tables: ['items', 'items_localizations_links'] },
    ])
    await writes.send('PUT', `items/${id}`, { rank: 3 })
    expect(news()).toEqual([{ action: 'update', type: ITEM, id, tables: ['items'] }])
  })

  it('a deleted entry', async () => {
    const id = await writes.create('items', { title: 'x', links: [{ label: 'l', to: person }] })
    news()
    await writes.send('DELETE', `items/${id}`)
    expect(news()).toEqual([
      {
        action: 'delete',
        type: ITEM,
        id,
        tables: [
          'components_parts_links',
          'components_parts_links_others_links',
          'components_parts_links_to_links',
          ...AROUND_ITEMS,
        ],
      },
    ])
  })

  it('a single type', async () => {
    const type = 'api::setting.setting'
    await writes.send('PUT', 'setting', { name: 'x' })
    const [created] = news()
    expect(created).toEqual({ action: 'create', type, id: created?.id, tables: ['settings'] })
    await writes.send('PUT', 'setting', { name: 'y', star: person })
    expect(news()).toEqual([{ ...created, action: 'update', tables: ['settings', 'settings_star_links'] }])
    await writes.send('DELETE', 'setting')
    expect(news()).toMatchObject([{ action: 'delete', type, id: created?.id }])
  })

  it('nothing that was refused, and nothing that only reads', async () => {
    const id = await writes.create('items', { title: 'x', code: 'taken' })
    news()
    const before = await allRows(writes.database)
    const refused = [
      await writes.send('POST', 'items', {}),
      await writes.send('POST', 'items', { title: 'y', code: 'taken' }),
      await writes.send('POST', 'items?fields[0]=nope', { title: 'y' }),
      await writes.send('PUT', `items/${id}`, { title: null }),
      await writes.send('PUT', `items/${id}`, { tags: [99_999] }),
      // Found only after rows were written: all of it is taken back.
      await writes.send('PUT', `items/${id}`, { title: 'y', links: [{ id: 99_999, label: 'l' }] }),
      await writes.send('PUT', `items/${id}`, {
        title: 'y',
        tags: { connect: [{ id: label, position: { after: 99 } }] },
      }),
      await writes.send('PUT', 'items/99999', { title: 'y' }),
      await writes.send('DELETE', 'items/99999'),
      await writes.send('DELETE', 'setting'),
      await writes.sendText('POST', `items/${id}/localizations`, '{"locale":"en","title":"e"}'),
    ]
    expect(refused.every(({ status }) => status >= 400 && status < 500)).toBe(true)
    await writes.send('GET', `items/${id}`)
    expect(news()).toEqual([])
    expect(await allRows(writes.database)).toEqual(before)
  })
})
