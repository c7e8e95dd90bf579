/** Rules that give new entries what they demand. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { openGranter } from '../../content/write/grant-write.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { asUser, rulesProject, SECRETS } from './rules-project.ts'

const OWN = {
  roles: ['authenticated'],
  type: 'note',
  operations: ['read', 'create', 'update'],
  where: { owner: '$user.id' },
}

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let ann: { readonly authorization: string }
  let full: { readonly authorization: string }

  beforeAll(async () => {
    const folder = rulesProject({ own: { ...OWN, set: { owner: '$user.id', language: 'en', dueAt: '$now' } } })
    const database = await freshDatabase(client)
    app = await buildTestApp({ folder, database, secrets: SECRETS })
    const rights = await openGranter(folder, database)
    // Not the right to read users.
    await rights.grant({ role: 'authenticated', type: 'note', actions: ['find', 'findOne', 'create', 'update'] })
    full = { authorization: `Bearer ${await rights.createToken({ name: 'all', type: 'full-access' }, SECRETS)}` }
    for (const name of ['ann', 'bob']) {
      const user = { username: name, email: `${name}@example.org`, password: 'a-long-password', role: 1 }
      const { statusCode } = await app.inject({ method: 'POST', url: '/api/users', headers: full, payload: user })
      expect(statusCode).toBe(201)
    }
    ann = await asUser(1)
  })

  const create = async (headers: object, data: object) => {
    const answer = await app.inject({ method: 'POST', url: '/api/notes', headers: { ...headers }, payload: { data } })
    return { status: answer.statusCode, body: JSON.parse(answer.payload) }
  }
  const stored = async (id: number) =>
    JSON.parse((await app.inject({ url: `/api/notes/${id}?populate=owner`, headers: full })).payload).data.attributes

  test('a new entry belongs to the user, whatever the body says', async () => {
    for (const data of [{ title: 'a' }, { title: 'b', owner: 2, language: 'fr', dueAt: null }]) {
      const { status, body } = await create(ann, data)
      expect([status, body.error]).toEqual([200, undefined])
      const { owner, language, dueAt } = await stored(body.data.id)
      expect([owner.data.id, language]).toEqual([1, 'en'])
      expect(Date.parse(dueAt)).toBeGreaterThan(Date.now() - 600_000)
    }
  })

  test('changes and callers without the rule are left alone', async () => {
    const { body } = await create(full, { title: 'c', owner: 2 })
    const { owner, language } = await stored(body.data.id)
    expect([owner.data.id, language]).toEqual([2, null])
    const payload = { data: { language: 'fr' } }
    expect((await app.inject({ method: 'PUT', url: '/api/notes/1', headers: ann, payload })).statusCode).toBe(200)
    expect((await stored(1)).language).toBe('fr')
  })
})

test.each([
  [{ ...OWN, set: { ownr: '$user.id' } }, 'rules/bad.json: set.ownr: there is no attribute of api::note.note to set'],
  [{ ...OWN, set: { owner: '$user.nope' } }, '$user.nope'],
  [{ ...OWN, set: { language: '$user.circles' } }, 'may have several values'],
  [
    { ...OWN, operations: ['read'], set: { owner: '$user.id' } },
    'set: is for new entries; add create to the operations',
  ],
])('%j is refused at the start', async (rule, message) => {
  const folder = rulesProject({ bad: rule })
  const database = await freshDatabase('sqlite')
  await expect(buildTestApp({ folder, database, secrets: SECRETS })).rejects.toThrow(message)
})
