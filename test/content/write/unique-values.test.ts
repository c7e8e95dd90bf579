/** Where the same value may be stored twice, and where not. */
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { allRows, openWriteApp, refusal, type WriteApp } from './write-app.ts'

const NOT_UNIQUE = 'This attribute must be unique'
/** The feed of changes also tells of what was deleted again. */
const isContent = (row: string) => !/populus_(changes|versions)/.test(row)
const refusedAt = (...path: string[]) => refusal(NOT_UNIQUE, ...path)

describe.each(CLIENTS)('unique values on %s', client => {
  let writes: WriteApp
  let count = 0
  /** A value that nobody has. */
  const fresh = () => `v${++count}`

  beforeAll(async () => {
    writes = await openWriteApp(client)
  })

  const translate = async (id: number, body: object) => {
    const answer = await writes.sendText('POST', `items/${id}/localizations`, JSON.stringify(body))
    expect(answer).toMatchObject({ status: 200 })
    return (answer.body as unknown as { id: number }).id
  }
  const read = async (id: number) => {
    const { body } = await writes.send('GET', `items/${id}?populate[box]=true&populate[rows]=true`)
    return (body.data as { attributes: object }).attributes
  }

  describe('that translations share', () => {
    it('are one value: a translation takes it over, and a change goes to all of them', async () => {
      const [first, second] = [fresh(), fresh()]
      const id = await writes.create('items', { title: 'en', batch: first })
      const french = await translate(id, { locale: 'fr', title: 'fr' })
      expect(await read(french)).toMatchObject({ batch: first })
      expect(await writes.send('PUT', `items/${french}`, { batch: second })).toMatchObject({ status: 200 })
      for (const one of [id, french]) expect(await read(one)).toMatchObject({ batch: second })
      expect(await writes.send('PUT', `items/${id}`, { batch: second, title: 'again' })).toMatchObject({ status: 200 })
    })

    it('belong to one entry, in whatever locale', async () => {
      const [value, other] = [fresh(), fresh()]
      const id = await writes.create('items', { title: 'en', batch: value })
      await translate(id, { locale: 'fr', title: 'fr' })
      for (const locale of ['en', 'fr', 'de'])
        expect(await writes.send('POST', 'items', { title: 'x', locale, batch: value })).toMatchObject(
          refusedAt('batch'),
        )
      const stranger = await writes.create('items', { title: 'x', locale: 'de', batch: other })
      expect(await writes.send('PUT', `items/${stranger}`, { batch: value })).toMatchObject(refusedAt('batch'))
      expect(await writes.send('PUT', `items/${id}`, { batch: other })).toMatchObject(refusedAt('batch'))
    })

    it('stand in shared components as well', async () => {
      const [boxed, listed, changed] = [fresh(), fresh(), fresh()]
      const id = await writes.create('items', { title: 'en' })
      const french = await translate(id, { locale: 'fr', title: 'fr' })
      const both = { box: { label: 'b', serial: boxed }, rows: [{ label: 'r', serial: listed }] }
      expect(await writes.send('PUT', `items/${id}`, both)).toMatchObject({ status: 200 })
      for (const one of [id, french]) expect(await read(one)).toMatchObject(both)
      const { box } = (await read(french)) as { box: { id: number } }
      const next = { box: { id: box.id, label: 'b', serial: changed } }
      expect(await writes.send('PUT', `items/${french}`, next)).toMatchObject({ status: 200 })
      expect(await read(id)).toMatchObject({ box: { serial: changed } })
      expect(await writes.send('POST', 'items', { title: 'x', box: { label: 'b', serial: changed } })).toMatchObject(
        refusedAt('box', 'serial'),
      )
      expect(await writes.send('POST', 'items', { title: 'x', links: [{ label: 'b', serial: listed }] })).toMatchObject(
        refusedAt('links', '0', 'serial'),
      )
    })
  })

  it('a localized unique value is unique among all locales', async () => {
    const code = fresh()
    const id = await writes.create('items', { title: 'en', code })
    const answer = await writes.sendText(
      'POST',
      `items/${id}/localizations`,
      JSON.stringify({ locale: 'fr', title: 'fr', code }),
    )
    expect(answer).toMatchObject(refusedAt('code'))
  })

  it('two components of one body cannot have the same one', async () => {
    const serial = fresh()
    const before = (await allRows(writes.database)).filter(isContent)
    const twice = [
      { label: 'a', serial },
      { label: 'b', serial },
    ]
    expect(await writes.send('POST', 'items', { title: 'x', links: twice })).toMatchObject(
      refusedAt('links', '1', 'serial'),
    )
    const nested = { links: [twice[0]], head: { text: 'h', main: twice[1] } }
    expect((await writes.send('POST', 'items', { title: 'x', ...nested })).body.error?.message).toBe(NOT_UNIQUE)
    expect(await writes.send('PUT', 'setting', { name: 'x', link: twice[0] })).toMatchObject({ status: 200 })
    await writes.send('DELETE', 'setting')
    expect((await allRows(writes.database)).filter(isContent)).toEqual(before)
    const none = [{ label: 'a' }, { label: 'b', serial: null }, { label: 'c', serial: null }]
    expect(await writes.send('POST', 'items', { title: 'x', links: none })).toMatchObject({ status: 200 })
  })

  it('a component that is kept may keep its own', async () => {
    const serial = fresh()
    const id = await writes.create('items', { title: 'x', links: [{ label: 'a', serial }] })
    const { body } = await writes.send('GET', `items/${id}?populate[links]=true`)
    const [link] = (body.data as { attributes: { links: { id: number }[] } }).attributes.links
    const kept = { id: link!.id, label: 'a2', serial }
    expect(await writes.send('PUT', `items/${id}`, { links: [kept] })).toMatchObject({ status: 200 })
    expect(await writes.send('PUT', `items/${id}`, { links: [kept, { label: 'b', serial }] })).toMatchObject(
      refusedAt('links', '1', 'serial'),
    )
  })
})
