// node test/client/against-strapi.mjs http://127.0.0.1:1337
// `populus/client` talks to a real Strapi 4 that has the recorded content (the one that `npm run test:differential` installs), or to
// Populus in front of the same database. Not part of `npm test`. Changes content and removes it again.
import assert from 'node:assert/strict'
import { argv, exit } from 'node:process'
import { ClientError, createClient } from '../../dist/client/client.js'

const [, , url] = argv
if (url === undefined) {
  console.error('Which server? node test/client/against-strapi.mjs http://127.0.0.1:1337')
  exit(1)
}
/** The recorded content has no generated types.
 * @type {(options: import('../../dist/client/client.js').ClientOptions) => any} */
const connect = createClient
const token = 'oracle-token-full-access'
const USER = { identifier: 'alice', password: 'Password1' }
const everyone = connect({ url })
const client = connect({ url, token })

const steps = {
  'finds with fields, filters, sort and pages': async () => {
    const { data, meta } = await everyone.find('articles', {
      fields: ['title'],
      filters: { author: { id: { $notNull: true } }, $or: [{ title: { $contains: 'a' } }, { id: { $in: [1, 2] } }] },
      sort: ['title:desc', 'id'],
      pagination: { pageSize: 2 },
    })
    assert.equal(data.length, 2)
    for (const { attributes } of data) assert.deepEqual(Object.keys(attributes), ['title'])
    assert.equal(meta.pagination.pageSize, 2)
  },
  'populates what each relation shows': async () => {
    const { data } = await everyone.find('articles', {
      filters: { author: { id: { $notNull: true } } },
      fields: ['title'],
      populate: { author: { fields: ['name'] }, blocks: { on: { 'blocks.quote': { fields: ['text'] } } } },
    })
    for (const { attributes } of data) {
      assert.deepEqual(Object.keys(attributes.author.data.attributes), ['name'])
      for (const part of attributes.blocks) assert.equal(part.__component, 'blocks.quote')
    }
  },
  'populates paths and everything': async () => {
    const { data } = await everyone.findOne('articles', 1, { fields: ['title'], populate: ['author.team', 'tags'] })
    assert.deepEqual(Object.keys(data.attributes), ['title', 'author', 'tags'])
    const all = await everyone.findOne('articles', 1, { populate: '*' })
    assert.ok('localizations' in all.data.attributes)
  },
  'reads a single type': async () => {
    const { data } = await everyone.find('homepage', { populate: '*' })
    assert.equal(typeof data.id, 'number')
  },
  'walks over all pages': async () => {
    const { meta } = await everyone.find('tags', { fields: ['name'] })
    const ids = []
    for await (const { id } of everyone.all('tags', { fields: ['name'], pagination: { pageSize: 3 } })) ids.push(id)
    assert.equal(new Set(ids).size, meta.pagination.total)
    assert.ok(meta.pagination.total > 3)
  },
  'creates, changes and deletes': async () => {
    const { data: made } = await client.create('tags', { name: 'client', slug: 'client-tag' }, { fields: ['name'] })
    assert.deepEqual(made.attributes, { name: 'client' })
    const { data: changed } = await client.update('tags', made.id, { name: 'kept' })
    assert.equal(changed.attributes.name, 'kept')
    await client.delete('tags', made.id)
    await assert.rejects(client.findOne('tags', made.id), { status: 404, name: 'NotFoundError' })
  },
  'throws what the server says': async () => {
    const wrong = await client.create('articles', { title: 5 }).catch(error => error)
    assert.ok(wrong instanceof ClientError)
    assert.deepEqual([wrong.status, wrong.name], [400, 'ValidationError'])
    assert.ok(wrong.details.errors.length > 0)
    await assert.rejects(everyone.find('secrets'), { status: 403, name: 'ForbiddenError' })
    await assert.rejects(connect({ url, token: 'nobody' }).find('tags'), { status: 401 })
  },
  'signs in': async () => {
    const { jwt, user, client: alice } = await everyone.login(USER)
    assert.equal(typeof jwt, 'string')
    assert.equal(user.username, 'alice')
    const { data } = await alice.find('tags', { pagination: { pageSize: 1 } }).catch(error => {
      assert.equal(error.status, 403)
      return { data: [] }
    })
    assert.ok(Array.isArray(data))
    await assert.rejects(everyone.login({ ...USER, password: 'wrong' }), { status: 400 })
  },
  uploads: async () => {
    const file = new File(['hello'], 'hello.txt', { type: 'text/plain' })
    const [uploaded] = await client.upload(file, { fileInfo: [{ alternativeText: 'A greeting' }] })
    assert.equal(uploaded.alternativeText, 'A greeting')
    const two = await client.upload([file, new File(['you'], 'you.txt', { type: 'text/plain' })], {
      fileInfo: [{ name: 'first.txt' }, { name: 'second.txt' }],
    })
    assert.deepEqual(two.map(({ name }) => name).sort(), ['first.txt', 'second.txt'])
    for (const { id } of [uploaded, ...two]) {
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await fetch(`${url}/api/upload/files/${id}`, { method: 'DELETE', headers })).status, 200)
    }
  },
  'loads nothing again that has not changed': async () => {
    const statuses = []
    let hasTags = false
    const watching = connect({
      url,
      fetch: async (asked, options) => {
        const response = await fetch(asked, options)
        statuses.push(response.status)
        hasTags = response.headers.has('etag')
        return response
      },
    })
    const first = await watching.findOne('tags', 1)
    assert.deepEqual(await watching.findOne('tags', 1), first)
    // Strapi has no tags unless its middleware for them is on.
    assert.deepEqual(statuses, hasTags ? [200, 304] : [200, 200])
  },
  'can be stopped': async () => {
    await assert.rejects(everyone.find('articles', {}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  },
}

let failed = 0
for (const [name, step] of Object.entries(steps)) {
  try {
    await step()
    console.log(`ok      ${name}`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}\n        ${String(error.stack).replaceAll('\n', '\n        ')}`)
  }
}
exit(failed === 0 ? 0 : 1)
