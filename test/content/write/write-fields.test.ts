/** A role may be limited to some fields of a type when it writes: everything else in a body is refused, nothing changed. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { type Granter, openGranter } from './grant-write.ts'
import { type Answer, allRows, type Entry, openWriteApp, PROJECT, refusal, type WriteApp } from './write-app.ts'

const ITEM = { role: 'public', type: 'item' }
const WRITING = ['create', 'update', 'createLocalization']

describe.each(CLIENTS)('fields that a role may write, on %s', client => {
  let writes: WriteApp
  let rights: Granter
  let person: number
  let label: number

  beforeAll(async () => {
    writes = await openWriteApp(client)
    rights = await openGranter(PROJECT, writes.database)
    person = await writes.create('people', { name: 'p' })
    label = await writes.create('labels', { name: 'l' })
  })
  afterEach(async () => {
    await rights.grant({ ...ITEM, actions: WRITING })
    await rights.grant({ role: 'public', type: 'setting', actions: ['update'] })
  })

  const limit = (...writeFields: string[]) => rights.grant({ ...ITEM, actions: WRITING, writeFields })
  const attributesOf = ({ body }: Answer) => (body.data as Entry).attributes

  it('a body with listed fields is stored', async () => {
    await limit('title', 'rank', 'owner', 'tags', 'head', 'blocks', 'cover')
    const answer = await writes.send('POST', 'items?populate=*', {
      title: 'x',
      rank: 3,
      owner: person,
      tags: [label],
      head: { text: 'h' },
      blocks: [{ __component: 'blocks.text', text: 'b' }],
      cover: 1,
    })
    expect(answer.status).toBe(200)
    expect(attributesOf(answer)).toMatchObject({
      title: 'x',
      rank: 3,
      owner: { data: { id: person } },
      tags: { data: [{ id: label }] },
      head: { text: 'h' },
      blocks: [{ text: 'b' }],
      cover: { data: { id: 1 } },
    })
  })

  it.each([
    ['a scalar', { code: 'c' }, 'code'],
    ['a secret', { secret: 'password' }, 'secret'],
    ['a relation', { owner: 1 }, 'owner'],
    ['the inverse side of a relation', { downs: { connect: [1] } }, 'downs'],
    ['a component', { head: { text: 'h' } }, 'head'],
    ['a dynamic zone', { blocks: [] }, 'blocks'],
    ['a file', { cover: null }, 'cover'],
    ['a name that no field has', { nope: 1 }, 'nope'],
  ])('%s that is not listed is refused on create and update', async (_, more, name) => {
    await limit('title', 'rank')
    const id = await writes.create('items', { title: 'before' })
    const before = await allRows(writes.database)
    const refused = refusal(`Invalid parameter ${name}`, name)
    expect(await writes.send('POST', 'items', { title: 'x', ...more })).toMatchObject(refused)
    expect(await writes.send('PUT', `items/${id}`, { title: 'x', ...more })).toMatchObject(refused)
    expect(await allRows(writes.database)).toEqual(before)
  })

  it('a value that is out of reach is not compared with those of others', async () => {
    await writes.create('items', { title: 'x', code: 'taken' })
    await limit('title')
    const { body } = await writes.send('POST', 'items', { title: 5, code: 'taken' })
    expect(body.error?.details?.errors?.map(({ path }) => path)).toEqual([['code'], ['title']])
    expect(JSON.stringify(body)).not.toContain('unique')
  })

  it('an entry may be sent back as it was read', async () => {
    await limit('title')
    const id = await writes.create('items', { title: 'x', locale: 'fr', publishedAt: null })
    const system = { id, createdAt: 'x', updatedAt: 'x', locale: 'fr', localizations: [], createdBy: 1, updatedBy: 1 }
    const answer = await writes.send('PUT', `items/${id}`, { ...system, title: 'y' })
    expect([answer.status, attributesOf(answer).title]).toEqual([200, 'y'])
  })

  it('whoever may not write publishedAt cannot publish or unpublish what is there', async () => {
    await limit('title')
    const id = await writes.create('items', { title: 'x', publishedAt: null })
    const { status, body } = await writes.send('PUT', `items/${id}`, { publishedAt: '2024-01-01T00:00:00.000Z' })
    expect([status, body.error?.message]).toEqual([400, 'Invalid parameter publishedAt'])
    await limit('title', 'publishedAt')
    expect((await writes.send('PUT', `items/${id}`, { publishedAt: '2024-01-01T00:00:00.000Z' })).status).toBe(200)
  })

  it('a translation takes over shared values that its maker may not write', async () => {
    const id = await writes.create('items', { title: 'x', rank: 5 })
    await limit('title')
    const translate = (body: object) => writes.sendText('POST', `items/${id}/localizations`, JSON.stringify(body))
    const { status, body } = await translate({ locale: 'fr', title: 'fr', rank: 6 })
    expect([status, body.error?.message]).toEqual([400, 'Invalid parameter rank'])
    expect(await translate({ locale: 'fr', title: 'fr' })).toMatchObject({
      status: 200,
      body: { title: 'fr', rank: 5 },
    })
  })

  it('a single type has its list too', async () => {
    await rights.grant({ role: 'public', type: 'setting', actions: ['update'], writeFields: ['name', 'star'] })
    const { status, body } = await writes.send('PUT', 'setting', { name: 'x', link: { label: 'l' } })
    expect([status, body.error?.message]).toEqual([400, 'Invalid parameter link'])
    expect((await writes.send('GET', 'setting')).status).toBe(404)
    expect((await writes.send('PUT', 'setting', { name: 'x', star: person })).status).toBe(200)
    expect((await writes.send('PUT', 'setting', { labels: [label] })).status).toBe(400)
    await writes.send('DELETE', 'setting')
  })

  it('an empty list lets nothing be written, and revoking takes single fields', async () => {
    const id = await writes.create('items', { title: 'x' })
    await limit()
    expect((await writes.send('PUT', `items/${id}`, { title: 'y' })).status).toBe(400)
    expect((await writes.send('PUT', `items/${id}`, {})).status).toBe(200)
    await rights.grant({ ...ITEM, actions: WRITING })
    await rights.revoke({ ...ITEM, writeFields: ['rank'] })
    expect((await writes.send('PUT', `items/${id}`, { title: 'y' })).status).toBe(200)
    expect((await writes.send('PUT', `items/${id}`, { rank: 1 })).status).toBe(400)
  })

  it('reading is not limited by it', async () => {
    await limit()
    const id = await writes.create('items', {}).catch(() => null)
    expect(id).toBeNull()
    expect((await writes.send('GET', 'items?filters[title]=x&sort=rank&fields[0]=code')).status).toBe(200)
  })
})
