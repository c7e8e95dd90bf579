/** A read with `Accept: text/event-stream` is answered again whenever its answer has changed, and only then. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openFeed } from '../changes/open-feed.ts'
import { openWriteApp, type WriteApp, writeAppOn } from '../content/write/write-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { EventReader } from './event-reader.ts'

interface Label {
  readonly id: number
  readonly attributes: { readonly name: string }
}

describe.each(CLIENTS)('live queries on %s', client => {
  let near: WriteApp
  let far: WriteApp
  let address = ''
  const readers: EventReader[] = []

  beforeAll(async () => {
    near = await openWriteApp(client)
    far = await writeAppOn(near.database)
    address = (await near.app.listen(0)).address
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })

  async function open(path: string, headers?: Readonly<Record<string, string>>): Promise<EventReader> {
    const reader = new EventReader()
    readers.push(reader)
    const response = await reader.open(`${address}/api/${path}`, headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    return reader
  }

  async function plain(path: string): Promise<unknown> {
    return (await fetch(`${address}/api/${path}`)).json()
  }

  it('the answer first, then every other one, whichever server has written', async () => {
    const path = 'labels?filters[name][$startsWith]=live&sort=id'
    const reader = await open(path)
    expect(await reader.next()).toMatchObject([{ event: 'answer', data: { data: [] } }])
    const id = await near.create('labels', { name: 'live one' })
    const [first] = await reader.next()
    expect(first!.data).toEqual(await plain(path))
    await far.send('PUT', `labels/${id}`, { name: 'live two' })
    const [second] = await reader.next()
    expect((second!.data.data as readonly Label[])[0]!.attributes.name).toBe('live two')
    expect(second!.data).toEqual(await plain(path))
  })

  it('with delta=1, only the entries that are new or different', async () => {
    const names = ['a', 'b', 'c'].map(letter => `delta ${letter}`)
    const ids: number[] = []
    for (const name of names) ids.push(await near.create('labels', { name }))
    const path = 'labels?filters[name][$startsWith]=delta&sort=name&fields[0]=name'
    const reader = await open(`${path}&delta=1`)
    const [first] = await reader.next()
    expect(first).toMatchObject({ event: 'answer', data: await plain(path) })
    await far.send('PUT', `labels/${ids[0]}`, { name: 'delta z' })
    const [moved] = await reader.next()
    const entry = { id: ids[0], attributes: { name: 'delta z' } }
    expect(moved).toMatchObject({ event: 'delta', data: { ids: [ids[1], ids[2], ids[0]], changed: [entry] } })
    expect((moved!.data as { meta?: unknown }).meta).toEqual(((await plain(path)) as { meta: unknown }).meta)
    await near.send('DELETE', `labels/${ids[1]}`)
    expect((await reader.next())[0]).toMatchObject({ event: 'delta', data: { ids: [ids[2], ids[0]], changed: [] } })
    const other = await open(path)
    await other.next()
    await near.send('PUT', `labels/${ids[2]}`, { name: 'delta y' })
    expect((await other.next())[0]).toMatchObject({ event: 'answer' })
    const late = await open(`${path}&delta=1`, { 'last-event-id': first!.id! })
    expect((await late.next())[0]).toMatchObject({ event: 'answer', data: await plain(path) })
    const one = await open(`labels/${ids[2]}?fields[0]=name&delta=1`)
    await one.next()
    await near.send('PUT', `labels/${ids[2]}`, { name: 'delta x' })
    expect((await one.next())[0]).toMatchObject({ event: 'answer' })
  })

  it('the number of different queries is limited, that of their listeners is not', async () => {
    for (let id = 1; id <= 1000; id += 1) await open(`labels?filters[id]=${id}&fields[0]=name`)
    const refused = await new EventReader().open(`${address}/api/labels?filters[id]=1001&fields[0]=name`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('10')
    await open('labels?filters[id]=1&fields[0]=name')
  })

  it('a change that does not touch the answer sends nothing', async () => {
    const id = await near.create('labels', { name: 'quiet' })
    const reader = await open(`labels/${id}`)
    await reader.next()
    await far.create('labels', { name: 'other' })
    await near.create('people', { name: 'other' })
    await near.send('PUT', `labels/${id}`, { name: 'loud' })
    const [event] = await reader.next()
    expect((event!.data.data as Label).attributes.name).toBe('loud')
    expect(reader.events).toEqual([])
  })

  it('an entry that is deleted', async () => {
    const id = await near.create('labels', { name: 'leaving' })
    const reader = await open(`labels/${id}`)
    await reader.next()
    await far.send('DELETE', `labels/${id}`)
    expect(await reader.next()).toMatchObject([{ event: 'failed', data: { error: { status: 404 } } }])
  })

  it('a client that comes back gets what it has missed, and nothing twice', async () => {
    const id = await near.create('labels', { name: 'here' })
    const first = await open(`labels/${id}`)
    const [{ id: tag } = { id: '' }] = await first.next()
    first.close()
    const same = await open(`labels/${id}`, { 'last-event-id': tag! })
    await near.send('PUT', `labels/${id}`, { name: 'there' })
    const [event] = await same.next()
    expect((event!.data.data as Label).attributes.name).toBe('there')
    const late = await open(`labels/${id}`, { 'last-event-id': tag! })
    expect(await late.next()).toEqual([event])
    const strange = await open(`labels/${id}`, { 'last-event-id': '*' })
    expect(await strange.next()).toEqual([event])
  })

  it('a right that is withdrawn ends the stream; without it, there is none', async () => {
    const reader = await open('people')
    await reader.next()
    const { database } = await openFeed(near.database)
    const text = `delete from up_permissions where action = 'api::person.person.find'`
    await database.write(transaction => transaction.run({ text, values: [] }))
    expect(await reader.next()).toMatchObject([{ event: 'end', data: { error: { status: 403 } } }])
    await reader.over()
    expect((await new EventReader().open(`${address}/api/people`)).status).toBe(403)
  })

  it('errors are those of the read, and other clients still get JSON', async () => {
    expect((await new EventReader().open(`${address}/api/labels/99999`)).status).toBe(404)
    expect((await new EventReader().open(`${address}/api/labels?filters[typo]=1&sort[`)).status).toBe(400)
    expect((await fetch(`${address}/api/labels`)).headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})
