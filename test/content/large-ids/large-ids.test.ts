/** Ids beyond 32 bits, from the first write to the last delete: they are numbers wherever they are shown. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeFeedPage } from '../../../src/admin-api/draft-api.ts'
import type { TrashItem } from '../../../src/admin-api/history-api.ts'
import { LARGEST_ID } from '../../../src/util/json/largest-id.ts'
import { SECRETS } from '../../identity/administrators/admin-app.ts'
import { EventReader } from '../../live/event-reader.ts'
import { panelApp } from '../../management/panel-app.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { headersOf, WORLD } from '../../support/worlds/world.ts'
import { countFrom, idColumns } from './id-widths.ts'

/** More than 32 bits hold, with and without a sign. */
const FIRST = 5_000_000_000
const ARTICLE = 'api::article.article'
const FORM = { 'content-type': 'multipart/form-data; boundary=b' }
const FILE = [
  '--b',
  'content-disposition: form-data; name="files"; filename="note.txt"',
  'content-type: text/plain',
  '',
  'a note',
  '--b--',
  '',
].join('\r\n')
/** More than a JSON number holds. */
const VIEWS = '9007199254740995'

const large = expect.toSatisfy((id: unknown) => typeof id === 'number' && id > FIRST, 'a large number')
const shown = (attributes: object) => ({ id: large, ...attributes })

interface Shown {
  readonly id: number
  readonly [name: string]: unknown
}

/** `{ id, attributes: { name, author: { data: { id, attributes } } } }` becomes `{ id, name, author: { id } }`. */
function flatten(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(flatten)
  if (typeof given !== 'object' || given === null) return given
  const { data, attributes, ...rest } = given as Record<string, unknown>
  if (data !== undefined) return flatten(data)
  const members = { ...rest, ...(attributes as object | undefined) }
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, flatten(member)]))
}

describe.each(CLIENTS)('ids beyond 32 bits, on %s', client => {
  const panel = panelApp(client)
  let headers = {}
  let [tag, other, author, file, article] = [0, 0, 0, 0, 0]

  async function api<T = Shown>(request: string, body?: unknown): Promise<T> {
    const answer = await panel.call(request, { token: null, headers, ...(body === undefined ? {} : { body }) })
    expect(answer).toMatchObject({ status: 200 })
    return flatten((answer.body as { data: unknown }).data) as T
  }
  const flat = `populate[author]=true&populate[tags]=true&populate[cover]=true&populate[seo]=true&populate[links]=true&populate[blocks]=true`
  const ids = async (query: string) => (await api<readonly Shown[]>(`GET /api/articles?${query}`)).map(({ id }) => id)

  beforeAll(async () => {
    headers = await headersOf('full-access')
    await countFrom(panel.database, FIRST)
    tag = (await api('POST /api/tags', { data: { name: 'far' } })).id
    other = (await api('POST /api/tags', { data: { name: 'farther' } })).id
    author = (await api('POST /api/authors', { data: { name: 'Ada' } })).id
    const uploaded = await panel.call('POST /api/upload', { token: null, headers: { ...headers, ...FORM }, body: FILE })
    expect(uploaded).toMatchObject({ status: 200, body: [{ id: large }] })
    file = (uploaded.body as readonly Shown[])[0]!.id
    const data = {
      ...{ title: 'Remote island', slug: 'remote-island', views: VIEWS, tags: [tag, 1], author, cover: file },
      ...{ seo: { metaTitle: 'Far' }, links: [{ label: 'one' }, { label: 'two' }] },
      blocks: [{ __component: 'blocks.hero', heading: 'Hello', image: file }],
    }
    article = (await api('POST /api/articles', { data })).id
    expect([tag, other, author, file, article]).toEqual([large, large, large, large, large])
  })

  // The project's folder is everybody's.
  afterAll(() => panel.call(`DELETE /api/upload/files/${file}`, { token: null, headers }))

  it.runIf(client === 'postgres')('every column of a new database that holds ids has 64 bits', async () => {
    const columns = await idColumns(panel.database)
    expect(columns.length).toBeGreaterThan(150)
    expect(columns.filter(column => !column.endsWith(' bigint'))).toEqual([])
  })

  it('reads what was written', async () => {
    expect(await api(`GET /api/articles/${article}?${flat}`)).toMatchObject({
      ...shown({
        title: 'Remote island',
        views: VIEWS,
        author: shown({ name: 'Ada' }),
        cover: shown({ name: 'note.txt' }),
      }),
      ...{ tags: [shown({ name: 'far' }), { id: 1 }], seo: shown({ metaTitle: 'Far' }) },
      ...{ links: [shown({ label: 'one' }), shown({ label: 'two' })], blocks: [shown({ heading: 'Hello' })] },
    })
    expect(await api(`GET /api/tags/${tag}?populate[articles]=true`)).toMatchObject({ articles: [{ id: article }] })
    expect((await panel.call(`GET /api/upload/files/${file}`, { token: null, headers })).body).toMatchObject({
      id: file,
    })
  })

  it('filters, sorts, searches and counts', async () => {
    const few = 'fields[0]=title&pagination[pageSize]=3'
    for (const filter of [
      `[id]=${article}`,
      `[id][$in][0]=${article}&filters[id][$in][1]=${LARGEST_ID}`,
      `[id][$gte]=${article}`,
      `[id][$gt]=${2 ** 32}`,
      `[author][id]=${author}`,
      `[author]=${author}`,
      `[tags][id][$in][0]=${tag}`,
      `[cover][id]=${file}`,
      `[views]=${VIEWS}`,
    ])
      expect([filter, await ids(`filters${filter}&${few}`)]).toEqual([filter, [article]])
    for (const filter of [
      `[id]=${article + 1}`,
      `[id]=${article % 2 ** 32}`,
      '[id]=999999999999999',
      `[tags]=${other}`,
    ])
      expect([filter, await ids(`filters${filter}&${few}`)]).toEqual([filter, []])
    expect(await ids(`filters[id][$ne]=${article}&sort=id:desc&${few}`)).not.toContain(article)
    expect((await ids(`sort=id:desc&${few}`))[0]).toBe(article)
    await expect.poll(() => ids(`search=remote&${few}`)).toEqual([article])
    expect(await ids(`_q=Remote&${few}`)).toEqual([article])
    const counted = await panel.call(
      `GET /api/articles/aggregate?filters[author][id]=${author}&measures[n]=count&groupBy[0]=author`,
      { token: null, headers },
    )
    expect(counted.status).toBe(200)
  })

  it('pages from a large place', async () => {
    const page = async (place: string) =>
      (
        await panel.call(`GET /api/tags?fields[0]=name&pagination[pageSize]=1&sort=name:desc&${place}`, {
          token: null,
          headers,
        })
      ).body as { data: readonly Shown[]; meta: { pagination: { after: string | null; before: string | null } } }
    const seen: number[] = []
    let at: string | null = ''
    while (at !== null) {
      const { data, meta } = await page(`pagination[after]=${at}`)
      seen.push(...data.map(({ id }) => id))
      at = meta.pagination.after
    }
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(expect.arrayContaining([tag, other]))
  })

  it('an id that no entry has', async () => {
    const strange = [article + 1, article % 2 ** 32, LARGEST_ID, LARGEST_ID + 1, '99999999999999999999']
    for (const id of strange)
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { body: { data: { title: 'x' } } } : {}
        const answer = await panel.call(`${method} /api/articles/${id}`, { token: null, headers, ...body })
        expect([method, id, answer.status]).toEqual([method, id, 404])
      }
    for (const tags of [[article], [LARGEST_ID], [LARGEST_ID + 1], { connect: [{ id: LARGEST_ID }] }]) {
      const answer = await panel.call(`PUT /api/articles/${article}`, {
        token: null,
        headers,
        body: { data: { tags } },
      })
      expect([tags, answer.status]).toEqual([tags, 400])
    }
  })

  it('changes relations, components and zones', async () => {
    const before = await api<Shown & { links: Shown[]; blocks: Shown[] }>(`GET /api/articles/${article}?${flat}`)
    const data = {
      tags: { connect: [{ id: other, position: { before: tag } }], disconnect: [1] },
      links: [{ id: before.links[1]!.id, label: 'changed' }],
      blocks: [{ __component: 'blocks.hero', id: before.blocks[0]!.id, heading: 'Again' }],
    }
    expect(await api(`PUT /api/articles/${article}?${flat}`, { data })).toMatchObject({
      tags: [{ id: other }, { id: tag }],
      links: [{ id: before.links[1]!.id, label: 'changed' }],
      blocks: [{ id: before.blocks[0]!.id, heading: 'Again' }],
      cover: { id: file },
    })
  })

  it('the panel lists, opens, picks, keeps drafts and remembers versions', async () => {
    const at = `/content/${ARTICLE}/${article}`
    expect(await panel.data(`GET /content/${ARTICLE}?sort=id:desc&pagination[pageSize]=1`)).toMatchObject([
      { id: article },
    ])
    expect(await panel.data(`GET ${at}`)).toMatchObject({ id: article })
    expect(await panel.data(`GET ${at}/relations/tags`)).toMatchObject([{ id: other }, { id: tag }])
    expect(await panel.data(`GET /pick/${ARTICLE}/tags?_q=${tag}`)).toMatchObject([{ id: tag }])
    expect(await panel.data(`GET /pick/${ARTICLE}/tags?exclude=${tag},${other}&_q=far`)).toEqual([])
    expect(
      await panel.status(`PUT /drafts/${ARTICLE}/${article}`, { body: { base: null, changes: { title: 'D' } } }),
    ).toBe(200)
    expect(await panel.data(`GET /drafts/${ARTICLE}/${article}`)).toMatchObject({ changes: { title: 'D' } })
    expect(await panel.status('POST /presence', { body: { uid: ARTICLE, id: article } })).toBe(200)
    expect(await panel.status(`PUT ${at}`, { body: { data: { title: 'Remote isle' } } })).toBe(200)
    expect((await panel.data<readonly unknown[]>(`GET ${at}/versions`)).length).toBeGreaterThan(1)
    const bulk = { action: 'unpublish', ids: [article] }
    expect(await panel.status(`POST /content/${ARTICLE}/bulk`, { body: bulk })).toBe(200)
    expect(await panel.status(`POST ${at}/publish`, { body: {} })).toBe(200)
    expect(await panel.data(`GET /media/${file}`)).toMatchObject({ id: file })
  })

  it('what is kept follows changes of large ids, and live queries do', async () => {
    const app = await buildTestApp({
      folder: WORLD,
      database: panel.database,
      secrets: SECRETS,
      cache: { responses: true, totals: true },
    })
    const { address } = await app.listen(0)
    const url = `${address}/api/tags?filters[name][$startsWith]=far&sort=id&populate[articles][fields][0]=title`
    const read = async () =>
      flatten(((await (await fetch(url, { headers })).json()) as { data: unknown }).data) as Shown[]
    for (let turn = 0; turn < 3; turn += 1) expect((await read()).map(({ id }) => id)).toEqual([tag, other])
    const reader = new EventReader()
    await reader.open(url, headers)
    const sent = async () => flatten((await reader.next())[0]!.data)
    expect(await sent()).toMatchObject([{ id: tag }, { id: other, name: 'farther' }])
    await api(`PUT /api/tags/${other}`, { data: { name: 'far away' } })
    expect(await sent()).toMatchObject([{ id: tag }, { id: other, name: 'far away' }])
    reader.close()
    await expect.poll(read).toMatchObject([{ id: tag }, { id: other, name: 'far away' }])
    await api(`PUT /api/articles/${article}`, { data: { tags: [other] } })
    await expect.poll(read).toMatchObject([
      { id: tag, articles: [] },
      { id: other, articles: [{ id: article }] },
    ])
  })

  it('deletes, and tells of it', async () => {
    await api(`DELETE /api/articles/${article}`)
    expect(await panel.status(`GET /content/${ARTICLE}/${article}`)).toBe(404)
    const { data } = (await panel.call('GET /changes?since=')).body as ChangeFeedPage
    expect(data.filter(({ type, id }) => type === ARTICLE && id === article).map(({ action }) => action)).toContain(
      'delete',
    )
    const [gone] = await panel.data<readonly TrashItem[]>('GET /trash')
    expect(gone).toMatchObject({ uid: ARTICLE, entry: article })
    expect(await panel.status(`POST /trash/${gone!.id}/restore`, { body: {} })).toBe(200)
    expect(await api(`GET /api/tags/${other}?populate[articles]=true`)).toMatchObject({ articles: [{ id: large }] })
    await api(`DELETE /api/tags/${tag}`)
    expect((await panel.call(`GET /api/tags/${tag}`, { token: null, headers })).status).toBe(404)
  })
})
