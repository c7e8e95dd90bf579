/** Everything that writes an entry runs the hooks of its type, before and after. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContentHooks } from '../../src/content/content-hooks.ts'
import type { ProjectCode } from '../../src/extend/project-code.ts'
import { CLIENTS } from '../support/databases.ts'
import { type ExtendApp, type Json, openExtendApp } from './extend-app.ts'

const seen: string[] = []
let change: (data: Record<string, unknown>) => unknown = data => data
let fail: (when: string) => void = () => {}

const hooks: ContentHooks = {
  has: () => true,
  beforeWrite: async ({ action, type, id, ids, caller, data, state }) => {
    state.begun = true
    const by = caller.adminId === undefined ? `user ${caller.userId}` : `admin ${caller.adminId}`
    seen.push(`before ${action} ${type.singularName} ${id} of ${ids.length} by ${by}: ${Object.keys(data)}`)
    fail('before')
    return change(data) as Record<string, unknown>
  },
  afterWrite: async ({ action, type, id, data, state }) => {
    seen.push(`after ${action} ${type.singularName} ${id} ${state.begun}: ${Object.keys(data)}`)
    fail('after')
  },
}
const code: ProjectCode = { hooks, report: ['runs: a test'], start: async () => {}, stop: async () => {} }

const NEVER = { has: () => false, beforeWrite: unexpected, afterWrite: unexpected }
function unexpected(): never {
  throw new Error('runs for a type without hooks')
}

describe.each(CLIENTS)('hooks on %s', client => {
  let app: ExtendApp
  let panel: (request: string, body?: object) => Promise<Json>

  beforeAll(async () => {
    app = await openExtendApp(client, { code })
    panel = await app.panel()
  })
  beforeEach(() => {
    seen.length = 0
    change = data => data
    fail = () => {}
  })
  const create = async (data: object) => (await app.send('POST /notes', { data })).body.data.id as number

  test('run around the routes of a collection', async () => {
    const id = await create({ title: 'One' })
    await app.send(`PUT /notes/${id}`, { data: { slug: 'one' } })
    const fr = await app.send(`POST /notes/${id}/localizations`, { title: 'Un', locale: 'fr' })
    expect(fr.body.title).toBe('Un')
    await app.send(`DELETE /notes/${id}`)
    expect(seen).toEqual([
      'before create note null of 0 by user null: title',
      `after create note ${id} true: title`,
      `before update note ${id} of 1 by user null: slug`,
      `after update note ${id} true: slug`,
      'before create note null of 0 by user null: title,locale',
      `after create note ${fr.body.id} true: title,locale`,
      `before delete note ${id} of 1 by user null: `,
      `after delete note ${id} true: `,
    ])
  })

  test('run around the routes of a single type, which creates or changes', async () => {
    await app.send('PUT /page', { data: { title: 'A' } })
    const { body } = await app.send('PUT /page', { data: { title: 'B' } })
    await app.send('DELETE /page')
    expect((await app.send('DELETE /page')).status).toBe(404)
    const { id } = body.data
    expect(seen).toEqual([
      'before create page null of 0 by user null: title',
      `after create page ${id} true: title`,
      `before update page ${id} of 1 by user null: title`,
      `after update page ${id} true: title`,
      `before delete page ${id} of 1 by user null: `,
      `after delete page ${id} true: `,
    ])
  })

  test('run for forms with files', async () => {
    const form = [
      ['name="data"', '{"title":"With a file"}'],
      ['name="files.picture"; filename="a.txt"\r\nContent-Type: text/plain', 'hello'],
    ]
    const parts = form.map(([head, body]) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`)
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body } = await app.send('POST /notes?populate=picture', `${parts.join('')}--x--\r\n`, type)
    expect(status).toBe(200)
    expect(body.data.attributes.picture.data.attributes.name).toBe('a.txt')
    expect(seen).toEqual([
      'before create note null of 0 by user null: title',
      `after create note ${body.data.id} true: title`,
    ])
  })

  test('run for users who register, change their password, and are managed', async () => {
    const user = { username: 'Ada', email: 'Ada@example.org', password: 'password 1' }
    const { body } = await app.send('POST /auth/local/register', user)
    const { id } = body.user
    await app.send(
      'POST /auth/change-password',
      { currentPassword: 'password 1', password: 'password 2', passwordConfirmation: 'password 2' },
      { authorization: `Bearer ${body.jwt}` },
    )
    change = data => ({ ...data, username: 'Countess' })
    expect((await app.send(`PUT /users/${id}`, { username: 'Lovelace' })).body.username).toBe('Countess')
    change = data => data
    await app.send(`DELETE /users/${id}`)
    expect(seen).toEqual([
      'before create user null of 0 by user null: username,email,password',
      `after create user ${id} true: username,email,password`,
      `before update user ${id} of 1 by user ${id}: password`,
      `after update user ${id} true: password`,
      `before update user ${id} of 1 by user null: username`,
      `after update user ${id} true: username`,
      `before delete user ${id} of 1 by user null: `,
      `after delete user ${id} true: `,
    ])
  })

  test('run for everything that the panel stores, and not for what waits to be published', async () => {
    const made = await panel('POST api::note.note', { data: { title: 'Panel' } })
    const { id } = made.body.data
    await panel(`PUT api::note.note/${id}`, { data: { slug: 'panel' } })
    await panel(`POST api::note.note/${id}/publish`, {})
    seen.splice(0, 6)
    await panel(`PUT api::note.note/${id}`, { data: { slug: 'waits' }, pending: true })
    expect(seen).toEqual([])
    change = ({ slug, ...data }) => ({ ...data, slug: `${slug}!` })
    const { body } = await panel(`POST api::note.note/${id}/publish`, {})
    expect(body.data.values.slug).toBe('waits!')
    change = data => data
    const other = (await panel('POST api::note.note', { data: { title: 'Other' } })).body.data.id
    seen.length = 0
    await panel('POST api::note.note/bulk', { action: 'edit', ids: [id, other], data: { slug: 'both' }, dryRun: true })
    expect(seen).toEqual([])
    await panel('POST api::note.note/bulk', { action: 'edit', ids: [id, other], data: { slug: 'both' } })
    await panel('POST api::note.note/bulk', { action: 'delete', ids: [id, other] })
    expect(seen).toEqual([
      `before update note ${id} of 2 by admin 1: slug`,
      `before update note ${other} of 2 by admin 1: slug`,
      `after update note ${id} true: slug`,
      `after update note ${other} true: slug`,
      `before delete note ${id} of 2 by admin 1: `,
      `before delete note ${other} of 2 by admin 1: `,
      `after delete note ${id} true: `,
      `after delete note ${other} true: `,
    ])
  })

  test('decide what is stored, also where the caller may not', async () => {
    change = ({ title, ...data }) => ({ ...data, title: `${title}!`, publishedAt: null, secret: 'kept' })
    const { body } = await app.send('POST /notes', { data: { title: 'Two', slug: 'two' } })
    const { title, slug, publishedAt } = body.data.attributes
    expect([title, slug, publishedAt]).toEqual(['Two!', 'two', null])
    change = ({ slug: _, ...data }) => data
    await app.send(`PUT /notes/${body.data.id}`, { data: { slug: 'removed by the hook' } })
    const stored = await panel(`GET api::note.note/${body.data.id}`)
    expect(stored.body.data.values).toMatchObject({ title: 'Two!', slug: 'two', secret: 'kept' })
    change = data => ({ ...data, titel: 'x' })
    expect((await app.send('POST /notes', { data: { title: 'x' } })).body.error.message).toMatch('titel')
  })

  test('are checked like a body', async () => {
    change = () => ({ title: 5, slug: ['x'] })
    const { status } = await app.send('POST /notes', { data: { title: 'x' } })
    expect(status).toBe(400)
  })

  test('refuse a write by an error with a status, and fail quietly without one', async () => {
    const before = (await app.send('GET /notes?publicationState=live&pagination[withCount]=true')).body.meta.pagination
      .total
    fail = () => {
      throw Object.assign(new Error('Not on Sundays'), { status: 403, details: { day: 'Sunday' } })
    }
    expect((await app.send('POST /notes', { data: { title: 'x' } })).body).toEqual({
      data: null,
      error: { status: 403, name: 'ForbiddenError', message: 'Not on Sundays', details: { day: 'Sunday' } },
    })
    fail = () => {
      throw new Error('the password of the database is 123')
    }
    const failed = await app.send('POST /notes', { data: { title: 'x' } })
    expect(failed.body).toEqual({
      data: null,
      error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
    })
    expect(failed.headers['x-populus-error']).toBe('S430')
    const total = (await app.send('GET /notes?publicationState=live')).body.meta.pagination.total
    expect(total).toBe(before)
  })

  test('that fail afterwards leave what is stored', async () => {
    fail = when => {
      if (when === 'after') throw Object.assign(new Error('Too late'), { statusCode: 409 })
    }
    const { body } = await app.send('POST /notes', { data: { title: 'Stored' } })
    expect(body.error).toMatchObject({ status: 409, name: 'ConflictError', message: 'Too late' })
    const found = await app.send('GET /notes?filters[title]=Stored')
    expect(found.body.data).toHaveLength(1)
  })

  test('do not run for an entry that does not exist, a bad query, or a list instead of attributes', async () => {
    expect((await app.send('PUT /notes/99999', { data: { title: 'x' } })).status).toBe(404)
    expect((await app.send('DELETE /notes/99999')).status).toBe(404)
    expect((await app.send('POST /notes?fields=nothing', { data: { title: 'x' } })).status).toBe(400)
    expect((await app.send('POST /notes', { data: [1] })).status).toBe(400)
    expect(seen).toEqual([])
  })

  test('that cause themselves end', async () => {
    let runs = 0
    const nested: ContentHooks = {
      ...hooks,
      has: (_uid, when) => when === 'afterWrite',
      afterWrite: async ({ id }) => {
        runs += 1
        const { status } = await looping.send(`PUT /notes/${id}`, { data: { title: 'again' } })
        if (status !== 200) throw new Error('inner')
      },
    }
    const looping = await openExtendApp(client, { code: { ...code, hooks: nested } })
    await looping.send('POST /notes', { data: { title: 'first' } })
    expect(runs).toBe(20)
  })
})

test('types without hooks are written without them', async () => {
  const app = await openExtendApp('sqlite', { code: { ...code, hooks: NEVER } })
  expect((await app.send('POST /notes', { data: { title: 'x' } })).status).toBe(200)
  expect((await app.send('PUT /page', { data: { title: 'x' } })).status).toBe(200)
})
