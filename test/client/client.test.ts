/** `populus/client` against a running server. What compiles and what does not is in `answer-types.ts`. */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Client, ClientError, createClient } from 'populus/client'
import { build, type Rollup } from 'vite'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fileQueries } from '../../src/contexts.ts'
import { writeTypes } from '../../src/describe/typescript/write-types.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { copyOfBlog } from '../cli/run-populus.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp, testConfig } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import type { Content } from './blog-types.d.ts'

const HERE = new URL('.', import.meta.url)
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A server that answers as told, and what it was asked. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  stops.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the types of the example project are what populus types writes', async () => {
  const { schema } = await loadSchema(BLOG)
  const queries = await fileQueries(testConfig({ folder: BLOG, database: await freshDatabase('sqlite') }), schema)
  const written = writeTypes({ schema, fileFields: true, queries })
  expect(await readFile(new URL('blog-types.d.ts', HERE), 'utf8')).toBe(written)
})

test('the client is at most 4 kB', async () => {
  const entry = fileURLToPath(new URL('../../src/client/client.ts', HERE))
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
  })
  const [{ output }] = built as Rollup.RollupOutput[] as [Rollup.RollupOutput]
  expect(gzipSync(output[0].code).length).toBeLessThan(4000)
})

test('the entry of a preview address is read with its token', async () => {
  const asked: (string | undefined)[] = []
  const url = await serve((request, response) => {
    asked.push(request.url)
    response.end('{"data":{"id":5,"attributes":{"title":"Sketch"}},"meta":{}}')
  })
  const { data } = await createClient<Content>({ url }).preview('articles', 'a.b', { fields: ['title'] })
  expect(data.attributes.title).toBe('Sketch')
  expect(asked).toEqual(['/admin/api/preview?fields[0]=title&token=a.b'])
})

describe.each(CLIENTS)('on %s', database => {
  let client: Client<Content>
  let address: string

  beforeAll(async () => {
    const place = await startedDatabase(database, BLOG)
    const secrets = { jwt: 'a-long-secret-for-tests-of-the-client' }
    // Uploads are written to the project's folder.
    const folder = await copyOfBlog()
    // As in a project that `populus init` has written.
    const app = await buildTestApp({ folder, database: place, secrets, populateWithPagination: true })
    const rights = await openGranter(folder, place)
    await rights.grant({ role: 'public', type: 'upload', actions: ['upload'] })
    await rights.grant({ role: 'authenticated', type: 'newsletter-subscriber', actions: ['find'] })
    await rights.grant({ role: 'public', type: 'article', actions: ['aggregate'] })
    await rights.grant({ role: 'public', type: 'tag', actions: ['find', 'findOne', 'create', 'update', 'delete'] })
    address = (await app.listen()).address
    client = createClient<Content>({ url: address })
  })

  test('finds with fields, filters, sort and pages', async () => {
    const answer = await client.find('articles', {
      fields: ['title'],
      filters: { author: { name: { $startsWith: 'M' } } },
      sort: 'title:desc',
      pagination: { pageSize: 2 },
    })
    expect(answer.data.length).toBeLessThanOrEqual(2)
    for (const { attributes } of answer.data) expect(Object.keys(attributes)).toEqual(['title'])
    expect(answer.meta.pagination.pageSize).toBe(2)
  })

  test('computes counts and groups', async () => {
    const { data, meta } = await client.aggregate('articles', {
      count: true,
      groupBy: ['kind'],
      filters: { kind: { $in: ['recipe', 'interview'] } },
    })
    expect(data).toEqual([
      { group: { kind: 'interview' }, count: 4 },
      { group: { kind: 'recipe' }, count: 5 },
    ])
    expect(meta.pagination.total).toBe(2)
  })

  test('populates with what each relation shows', async () => {
    const { data } = await client.findOne('articles', 1, {
      fields: ['title'],
      populate: { author: { fields: ['name'] }, blocks: { on: { 'blocks.quote': true } } },
    })
    expect(Object.keys(data.attributes.author.data!.attributes)).toEqual(['name'])
    for (const part of data.attributes.blocks) expect(part.__component).toBe('blocks.quote')
  })

  test('reads a single type', async () => {
    const { data } = await client.find('homepage', { populate: '*' })
    expect(data.id).toBe(1)
  })

  test('walks over all pages', async () => {
    const { meta } = await client.find('tags', { fields: ['name'] })
    const names: string[] = []
    for await (const { attributes } of client.all('tags', { fields: ['name'], pagination: { pageSize: 3 } }))
      names.push(attributes.name)
    expect(names).toHaveLength(meta.pagination.total)
  })

  test('walks over all pages of entries with their relations', async () => {
    const query = { fields: ['title'], populate: { author: { fields: ['name'] } }, sort: 'title' } as const
    const { data, meta } = await client.find('articles', { ...query, pagination: { pageSize: 10 } })
    const names: (string | undefined)[] = []
    for await (const { attributes } of client.all('articles', query))
      names.push(attributes.author.data?.attributes.name)
    expect(names).toHaveLength(meta.pagination.total)
    expect(names.slice(0, 10)).toEqual(data.map(({ attributes }) => attributes.author.data?.attributes.name))
  })

  test('walks from place to place, in both directions, with entries in the flat form', async () => {
    const walked = async (place: { after: string } | { before: string }) => {
      const names: string[] = []
      const pagination = { ...place, pageSize: 4 }
      for await (const { name } of client.all('tags', { format: 'flat', fields: ['name'], sort: 'name', pagination }))
        names.push(name)
      return names
    }
    const names = await walked({ after: '' })
    const { meta } = await client.find('tags', { fields: ['name'] })
    expect(names).toHaveLength(meta.pagination.total)
    expect([...new Set(await walked({ before: '' }))].sort()).toEqual([...names].sort())
  })

  test('reads by a unique field, by name, and what is shown instead of entries', async () => {
    const { data } = await client.findOne(
      'articles',
      { slug: 'first-sourdough' },
      { fields: ['title'], populate: { tags: { ids: true }, related: { count: true }, author: { exists: true } } },
    )
    expect(data.attributes.tags.data[0]!.id).toBe(1)
    expect(typeof data.attributes.related.data.attributes.count).toBe('number')
    expect(data.attributes.author.data.attributes.exists).toBe(true)
    const named = await client.query('article', { slug: 'first-sourdough' })
    expect(named.data.attributes.title).toBe(data.attributes.title)
    expect((await client.query('latest')).data).toHaveLength(3)
    expect((await client.query('latest', { tags: ['bread', 'fermentation'], page: 2 })).meta.pagination.page).toBe(2)
    await expect(
      client.query('article', { slug: 5 as unknown as string, locale: 'de' as never }),
    ).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ path: ['locale'] }] },
    })
  })

  test('sends long queries as JSON', async () => {
    const titles = Array.from({ length: 500 }, (_, index) => `Not this one, ${index}`)
    const { data } = await client.find('tags', {
      fields: ['name'],
      filters: { name: { $notIn: titles }, createdAt: { $lt: new Date() } },
      pagination: { pageSize: 1 },
    })
    expect(data).toHaveLength(1)
  })

  test('creates, changes and deletes', async () => {
    const { data: made } = await client.create('tags', { name: 'client', slug: 'client' }, { fields: ['name'] })
    expect(made.attributes).toEqual({ name: 'client' })
    const { data: changed } = await client.update('tags', made.id, { name: 'kept' })
    expect(changed.attributes.name).toBe('kept')
    await client.delete('tags', made.id)
    await expect(client.findOne('tags', made.id)).rejects.toMatchObject({ status: 404, name: 'NotFoundError' })
  })

  test('throws what the server says', async () => {
    const wrong = client.create('tags', { name: 5 as unknown as string, slug: 'x' })
    await expect(wrong).rejects.toBeInstanceOf(ClientError)
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      name: 'ValidationError',
      details: { errors: [{ path: ['name'], name: 'ValidationError' }] },
    })
  })

  test('signs a user in, for calls of their own', async () => {
    const account = { username: 'ann', email: 'ann@example.org', password: 'a long secret' }
    await fetch(`${address}/api/auth/local/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    const { jwt, user, client: ann } = await client.login({ identifier: 'ann', password: account.password })
    expect([typeof jwt, user.username]).toEqual(['string', 'ann'])
    expect((await ann.find('newsletter-subscribers')).data).toBeInstanceOf(Array)
    await expect(client.find('newsletter-subscribers')).rejects.toMatchObject({ status: 403, name: 'ForbiddenError' })
  })

  test('uploads files with what is known about them', async () => {
    const files = ['one', 'two'].map(name => new File([name], `${name}.txt`, { type: 'text/plain' }))
    const fileInfo = [{ alternativeText: 'One' }, { name: 'second.txt' }]
    const uploaded = await client.upload(files, { fileInfo })
    expect(uploaded).toMatchObject([
      { name: 'one.txt', alternativeText: 'One' },
      { name: 'second.txt', mime: 'text/plain' },
    ])
    expect(await (await fetch(address + uploaded[0]!.url)).text()).toBe('one')
  })

  test('says who may not', async () => {
    await expect(client.login({ identifier: 'nobody', password: 'nothing' })).rejects.toMatchObject({ status: 400 })
  })
})

test('sends the query in brackets, and the token', async () => {
  const asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const url = await serve(({ url, headers }, response) => {
    asked.push({ url, headers })
    response.end('{"data":[],"meta":{"pagination":{"pageCount":0}}}')
  })
  const client = createClient<Content>({ url: `${url}/`, token: 'secret' })
  await client.find('articles', {
    fields: ['title'],
    filters: { title: { $contains: 'a & b' }, writtenOn: { $gt: new Date(0) } },
    populate: { author: true },
  })
  expect(asked[0]!.url).toBe(
    '/api/articles?fields[0]=title&filters[title][$contains]=a%20%26%20b&filters[writtenOn][$gt]=1970-01-01T00%3A00%3A00.000Z&populate[author]=true',
  )
  expect(asked[0]!.headers.authorization).toBe('Bearer secret')
})

test('an empty list is an error, because the server would not see it', async () => {
  const client = createClient<Content>({ url: 'http://127.0.0.1:1' })
  const asked = async () => client.find('articles', { filters: { id: { $in: [] } } })
  await expect(asked()).rejects.toThrow('filters[id][$in] is an empty list')
})

test('tries again after 429 and 503, and gives up', async () => {
  const statuses = [429, 503, 200, 503, 503, 503]
  let asked = 0
  const url = await serve((_request, response) => {
    const status = statuses[asked++]!
    response.writeHead(status, { 'retry-after': '0' }).end('{"data":[],"meta":{"pagination":{"pageCount":0}}}')
  })
  const client = createClient<Content>({ url })
  await client.find('articles')
  expect(asked).toBe(3)
  await expect(client.find('articles')).rejects.toMatchObject({ status: 503 })
  expect(asked).toBe(6)
})

test('a write is not sent again after 503', async () => {
  let asked = 0
  const url = await serve((_request, response) => {
    asked += 1
    response.writeHead(503, { 'retry-after': '0' }).end('{}')
  })
  await expect(createClient<Content>({ url }).update('tags', 1, { name: 'x' })).rejects.toMatchObject({ status: 503 })
  expect(asked).toBe(1)
})

test('loads nothing again that has not changed', async () => {
  const bodies: string[] = []
  const url = await serve(({ headers }, response) => {
    const known = headers['if-none-match'] === '"1"'
    bodies.push(known ? '304' : '200')
    response.writeHead(known ? 304 : 200, { etag: '"1"' }).end(known ? undefined : '{"data":{"id":1}}')
  })
  const client = createClient<Content>({ url })
  const first = await client.findOne('articles', 1)
  const second = await client.findOne('articles', 1)
  expect(second).toEqual(first)
  expect(second).not.toBe(first)
  expect(bodies).toEqual(['200', '304'])
})

test('can be stopped, also between two attempts', async () => {
  const url = await serve((_request, response) => response.writeHead(503, { 'retry-after': '30' }).end('{}'))
  const signal = AbortSignal.timeout(100)
  await expect(createClient<Content>({ url }).find('articles', {}, { signal })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})
