/** A sorted list that is asked for again is kept as ids: its pages then take one statement, until a change touches the order. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { PROJECT } from '../write/write-app.ts'

const LIST = 'sort[0]=owner.name:desc&sort[1]=title&filters[owner][name][$ne]=nobody&fields[0]=title'

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let texts: string[] = []
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: unknown) => {
    const payload = data === undefined ? {} : { payload: { data } }
    const { statusCode, body } = await app.inject({ method, url: `/api/${path}`, ...payload })
    expect(statusCode).toBe(200)
    return (JSON.parse(body) as { data: { id: number } }).data.id
  }
  /** The titles on a page, the total, and how many statements that took. */
  const read = async (page: number) => {
    texts = []
    const url = `/api/items?${LIST}&pagination[pageSize]=2&pagination[page]=${page}`
    const { data, meta } = (await app.inject({ url })).json() as {
      data: { attributes: { title: string } }[]
      meta: { pagination: { total: number } }
    }
    const titles = data.map(({ attributes }) => attributes.title).join(' ')
    return [titles, meta.pagination.total, texts.length]
  }

  const ids: Record<string, number> = {}
  beforeAll(async () => {
    const database = await freshDatabase(client)
    const onStatement = ({ text }: { text: string }) => texts.push(text)
    const cache = { responses: false, totals: true }
    app = await buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', onStatement, cache })
    for (const name of ['ann', 'bob']) ids[name] = await send('POST', 'people', { name })
    for (const [title, owner] of [
      ['a', 'ann'],
      ['b', 'bob'],
      ['c', 'ann'],
      ['d', 'bob'],
      ['e', 'ann'],
    ] as const)
      ids[title] = await send('POST', 'items', { title, code: title, owner: ids[owner] })
  })

  test('the list is counted, then read as ids, then known', async () => {
    expect(await read(1)).toEqual(['b d', 5, 2])
    expect(await read(2)).toEqual(['a c', 5, 2])
    expect(await read(3)).toEqual(['e', 5, 1])
    expect(await read(1)).toEqual(['b d', 5, 1])
    expect(await read(4)).toEqual(['', 5, 0])
  })

  test('pages of the same size share a statement; its limit is not bound, or SQLite would prepare it each time', async () => {
    texts = []
    for (const page of [1, 2]) await app.inject({ url: `/api/items?pagination[pageSize]=2&pagination[page]=${page}` })
    const paged = texts.filter(text => text.includes(' offset '))
    expect(paged).toEqual([expect.stringContaining(' limit 2 offset '), paged[0]])
  })

  test('a change of what is only shown leaves it; its new value is shown', async () => {
    await send('PUT', `items/${ids.e}`, { code: 'other' })
    expect(await read(3)).toEqual(['e', 5, 1])
  })

  test('a new name of the owner, another owner, and a deleted entry change the list', async () => {
    await send('PUT', `people/${ids.ann}`, { name: 'zoe' })
    expect((await read(1)).slice(0, 2)).toEqual(['a c', 5])
    await send('PUT', `items/${ids.a}`, { owner: ids.bob })
    expect((await read(1)).slice(0, 2)).toEqual(['c e', 5])
    expect((await read(2)).slice(0, 2)).toEqual(['a b', 5])
    await send('DELETE', `items/${ids.c}`)
    expect((await read(1)).slice(0, 2)).toEqual(['e a', 4])
    expect((await read(2)).slice(0, 2)).toEqual(['b d', 4])
    expect((await read(2)).slice(0, 2)).toEqual(['b d', 4])
  })
})
