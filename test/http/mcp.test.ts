/** The tools for assistants, asked with the official client: over HTTP, and through `populus mcp`. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyOfBlog } from '../cli/run-populus.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const SECRETS = { jwt: undefined, apiTokenSalt: 'a-salt-for-tests-of-assistants' }

describe.each(CLIENTS)('the tools for assistants on %s', database => {
  const addresses = { reading: '', writing: '' }
  const tokens = { full: '', custom: '' }
  const clients: Client[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close()
  })

  beforeAll(async () => {
    const place = await startedDatabase(database, BLOG)
    const folder = await copyOfBlog()
    const shared = { folder, database: place, secrets: SECRETS, populateWithPagination: true }
    addresses.reading = (await (await buildTestApp(shared)).listen()).address
    addresses.writing = (await (await buildTestApp({ ...shared, mcp: { write: true } })).listen()).address
    const rights = await openGranter(folder, place)
    tokens.full = await rights.createToken({ name: 'all', type: 'full-access' }, SECRETS)
    tokens.custom = await rights.createToken(
      { name: 'some', type: 'custom', permissions: ['api::tag.tag.find'] },
      SECRETS,
    )
  })

  async function connect(to: keyof typeof addresses, token: keyof typeof tokens = 'full') {
    const client = new Client({ name: 'test', version: '1' })
    const headers = { authorization: `Bearer ${tokens[token]}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', addresses[to]), { requestInit: { headers } }),
    )
    clients.push(client)
    return client
  }

  async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
    const { content, isError } = await client.callTool({ name, arguments: given })
    const [{ text }] = content as [{ text: string }]
    return { isError: isError === true, text, json: /^[[{]/.test(text) ? JSON.parse(text) : undefined }
  }

  test('by default there are only tools that read', async () => {
    const client = await connect('reading')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['schema', 'find', 'search', 'explain'])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    await expect(client.callTool({ name: 'create', arguments: { type: 'tags', data: {} } })).resolves.toMatchObject({
      isError: true,
    })
  })

  test('reads the schema, entries, one entry and words', async () => {
    const client = await connect('reading')
    const types = await call(client, 'schema')
    expect(types.json.find(({ type }: { type: string }) => type === 'articles')).toMatchObject({ kind: 'collection' })
    const { json: article } = await call(client, 'schema', { type: 'article' })
    expect(article.fields.author).toMatchObject({ type: 'relation', to: 'authors', many: false })
    expect(Object.keys(article.components)).not.toEqual([])
    const query = { fields: ['title'], populate: { author: { fields: ['name'] } }, pagination: { pageSize: 2 } }
    const { json: list } = await call(client, 'find', { type: 'articles', query })
    expect(list.data).toHaveLength(2)
    expect(list.data[0]).toMatchObject({ id: 1, author: { name: 'Mara Lindqvist' } })
    const one = await call(client, 'find', {
      type: 'articles',
      id: 'slug:first-sourdough',
      query: { fields: ['title'] },
    })
    expect(one.json.data.id).toBe(1)
    expect((await call(client, 'find', { type: 'homepage' })).json.data.id).toBe(1)
    const { json: found } = await call(client, 'search', {
      type: 'articles',
      text: 'sourdough',
      query: { fields: ['title'] },
    })
    expect(found.data[0].title).toContain('sourdough')
    const explained = await call(client, 'explain', { type: 'articles', query: { filters: { id: 1 } } })
    expect(explained.json.data).toMatchObject({ status: 200, reads: { type: 'api::article.article' } })
  })

  test('mistakes are explained', async () => {
    const client = await connect('reading')
    expect(await call(client, 'find', { type: 'artcles' })).toMatchObject({
      isError: true,
      text: 'There is no content type artcles; did you mean articles?',
    })
    const wrong = await call(client, 'find', { type: 'articles', query: { fields: ['titel'] } })
    expect(wrong.isError).toBe(true)
    expect(wrong.json.error.details.hint).toContain('did you mean title?')
  })

  test('a token sees and does what it may', async () => {
    const client = await connect('writing', 'custom')
    const { json } = await call(client, 'schema')
    expect(json).toMatchObject([{ type: 'tags', actions: ['find'] }])
    expect((await call(client, 'find', { type: 'articles' })).text).toContain('There is no content type articles')
    expect((await call(client, 'create', { type: 'tags', data: { name: 'x' } })).json.error.status).toBe(403)
    expect((await call(client, 'explain', { type: 'tags' })).text).toBe('explain needs a token with full access')
  })

  test('creates, changes and publishes where the settings allow it', async () => {
    const client = await connect('writing')
    const data = { name: 'Assistants', slug: 'assistants', publishedAt: null }
    const { json: created } = await call(client, 'create', { type: 'tags', data })
    const { id } = created.data
    expect((await call(client, 'find', { type: 'tags', id })).json.error.status).toBe(404)
    const changed = await call(client, 'change', { type: 'tags', id, data: { name: 'Helpers' } })
    expect(changed.json.data).toMatchObject({ id, name: 'Helpers', slug: 'assistants' })
    await call(client, 'publish', { type: 'tags', id })
    expect((await call(client, 'find', { type: 'tags', id })).json.data.name).toBe('Helpers')
    await call(client, 'publish', { type: 'tags', id, published: false })
    expect((await call(client, 'find', { type: 'tags', id })).isError).toBe(true)
    expect((await call(client, 'change', { type: 'tags', data: {} })).text).toBe('name the id of the entry')
  })

  test('without a token, or with a wrong one, nothing is answered', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const send = (more: Record<string, string>, body: unknown = message) =>
      fetch(`${addresses.reading}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      })
    expect((await send({})).status).toBe(401)
    expect((await send({ authorization: 'Bearer nope' })).status).toBe(401)
    const authorization = `Bearer ${tokens.full}`
    expect((await send({ authorization }, [message, message])).status).toBe(400)
    expect((await send({ authorization })).status).toBe(200)
    expect((await fetch(`${addresses.reading}/mcp`, { headers: { authorization } })).status).toBe(405)
  })

  test('populus mcp passes on what an assistant on this machine asks', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const words = [MAIN, 'mcp', BLOG, '--url', addresses.reading]
    const env = { PATH: process.env.PATH ?? '', POPULUS_TOKEN: tokens.full }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: words, env, stderr: 'ignore' }))
    clients.push(client)
    expect((await call(client, 'find', { type: 'tags', id: 1, query: { fields: ['name'] } })).json.data.id).toBe(1)
  })

  test('populus mcp answers what was asked before its input ends, and nothing that is only told', async () => {
    const answersFrom = async (url: string) => {
      const env = { ...process.env, POPULUS_TOKEN: tokens.full }
      const asked = spawn(process.execPath, [MAIN, 'mcp', BLOG, '--url', url], { env })
      const of = (method: string, more: object) => JSON.stringify({ jsonrpc: '2.0', method, ...more })
      asked.stdin.end(`${of('notifications/initialized', {})}\n${of('tools/list', { id: 'a' })}\n`)
      return (await text(asked.stdout)).trim()
    }
    const [answer = '', ...others] = (await answersFrom(addresses.reading)).split('\n')
    expect(others).toEqual([])
    expect(JSON.parse(answer)).toMatchObject({ id: 'a', result: { tools: expect.any(Array) } })
    expect(JSON.parse(await answersFrom('http://127.0.0.1:1'))).toMatchObject({ id: 'a', error: { code: -32000 } })
  })
})

test('in production /mcp is closed unless the settings open it', async () => {
  const database = await startedDatabase('sqlite', BLOG)
  const app = await buildTestApp({ folder: BLOG, database, development: false })
  expect((await app.inject({ method: 'POST', url: '/mcp' })).statusCode).toBe(404)
})
