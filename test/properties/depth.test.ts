/** Long paths: what is found through many relations is what is found through few, and it is found in time. */
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase } from '../support/worlds/conformance-data.ts'
import { expectRefusal, MOST_TIME, PROPERTY_TIME, type PropertyServer, startPropertyServer } from './property-server.ts'

/** An author's articles have that author: going back and forth leads nowhere new. */
const there = '[author][articles]'

describe.each(CLIENTS)('long paths on %s', client => {
  let server: PropertyServer

  beforeAll(async () => {
    server = await startPropertyServer(await adoptedConformanceDatabase(client))
  }, PROPERTY_TIME)

  const ids = async (search: string): Promise<readonly number[]> => {
    const { status, body, milliseconds } = await server.get(`/api/articles?${search}&pagination[pageSize]=100`)
    expect(status, body.slice(0, 300)).toBe(200)
    expect(milliseconds).toBeLessThan(MOST_TIME)
    return (JSON.parse(body) as { data: { id: number }[] }).data.map(({ id }) => id)
  }

  it.each([
    '[id]=2',
    '[id][$gt]=30',
    '[title][$contains]=e',
    '[tags][name][$notNull]=true',
    '[id]=-1',
    '[tags][id][$null]=true',
  ])('a filter ...%s finds the same through 2 and through 18 relations', async condition => {
    const near = await ids(`filters${there}${condition}`)
    for (const times of [2, 3, 9]) expect(await ids(`filters${there.repeat(times)}${condition}`)).toEqual(near)
  })

  it.each(['asc', 'desc'])('a sort %s is the same through one and through three lists of entries', async order => {
    const near = await ids(`sort=author.articles.title:${order}`)
    for (const times of [2, 3])
      expect(await ids(`sort=${'author.articles.'.repeat(times)}title:${order}`)).toEqual(near)
  })

  it('a path of sort named twice counts once', async () => {
    expect(await ids('sort=rank:desc,rank:asc,title')).toEqual(await ids('sort=rank:desc,title'))
  })

  it.each([
    ['a filter through too many relations', `filters${there.repeat(11)}[id]=1`],
    ['a sort through too many lists', `sort=${'author.articles.'.repeat(4)}title`],
    ['too many brackets', `filters${'[$not]'.repeat(2600)}[id]=1`],
    ['a path of too many levels', `populate=${'mentor.'.repeat(2300)}`],
    ['entries shown without end', `populate=${'author.articles.'.repeat(20)}author`],
  ])('%s is refused', async (_title, search) => {
    const reply = await server.get(`/api/articles?${search}`)
    expect(reply.status).toBe(400)
    expectRefusal(reply)
  })

  it('60 levels of populate are nothing special', async () => {
    for (const search of [
      `populate=author${'.mentor'.repeat(60)}`,
      `populate[author]${'[populate][mentor]'.repeat(60)}=true`,
    ])
      expect((await ids(search)).length).toBeGreaterThan(0)
  })
})
