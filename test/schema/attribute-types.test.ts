/** Every attribute type in a file of its own: its example is seeded, written, read and found, on both databases. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ATTRIBUTE_TYPES } from '../../src/schema/attributes/registry.ts'
import type { ScalarType } from '../../src/schema/schema.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client, freshDatabase, temporaryFolder } from '../support/databases.ts'

const TYPES = Object.keys(ATTRIBUTE_TYPES) as ScalarType[]

const definition = (type: ScalarType) => (type === 'enumeration' ? { type, enum: ['draft', 'done'] } : { type })

/** A type `thing` with an attribute of each type, named like it; the public may do everything with it. */
function project(): string {
  const folder = temporaryFolder()
  const place = join(folder, 'src/api/thing/content-types/thing')
  mkdirSync(place, { recursive: true })
  mkdirSync(join(folder, 'content'))
  const attributes = Object.fromEntries(TYPES.map(type => [type, definition(type)]))
  const info = { singularName: 'thing', pluralName: 'things', displayName: 'Thing' }
  writeFileSync(join(place, 'schema.json'), JSON.stringify({ collectionName: 'things', info, attributes }))
  const { password: _, ...seeded } = bodies()
  writeFileSync(join(folder, 'content/thing.json'), JSON.stringify([{ $key: 'first', ...seeded }]))
  const actions = ['find', 'create'].map(action => `api::thing.thing.${action}`)
  writeFileSync(join(folder, 'content/permissions.json'), JSON.stringify({ public: actions }))
  return folder
}

/** A uid is always unique. */
const OTHER = { uid: 'second-bread' }

function bodies(): Record<string, unknown> {
  return Object.fromEntries(TYPES.map(type => [type, ATTRIBUTE_TYPES[type].example.body]))
}

function answers(client: Client): Record<string, unknown> {
  const shown = TYPES.map(type => {
    const { answer } = ATTRIBUTE_TYPES[type].example
    const isPerDatabase = typeof answer === 'object' && answer !== null && client in answer
    return [type, isPerDatabase ? (answer as Record<Client, unknown>)[client] : answer] as const
  })
  return Object.fromEntries(shown.filter(([type]) => type !== 'password'))
}

describe.each(CLIENTS)('on %s', client => {
  test('the example of every type is the same after seeding, after a write, and in a filter', async () => {
    const { inject } = await buildTestApp({ folder: project(), database: await freshDatabase(client) })
    const expected = { ...answers(client), createdAt: expect.any(String), updatedAt: expect.any(String) }
    const seeded = (await inject('/api/things')).json()
    expect(seeded.data).toEqual([{ id: 1, attributes: expected }])
    const data = { ...bodies(), ...OTHER }
    const created = (await inject({ method: 'POST', url: '/api/things', payload: { data } })).json()
    expect(created.data).toEqual({ id: 2, attributes: { ...expected, ...OTHER } })
    for (const type of TYPES.filter(name => ATTRIBUTE_TYPES[name].output !== 'json' && name !== 'password')) {
      const text = encodeURIComponent(String(ATTRIBUTE_TYPES[type].example.body))
      const { data: found } = (await inject(`/api/things?fields[0]=id&filters[${type}][$eq]=${text}`)).json()
      expect(found, type).toEqual((type === 'uid' ? [1] : [1, 2]).map(id => ({ id, attributes: {} })))
    }
  })
})
