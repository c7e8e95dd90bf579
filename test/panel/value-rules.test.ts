/** The form judges a value as the server does, before it is sent. */
import { expect, it } from 'vitest'
import type { ErrorAnswer } from '../../src/admin-api/route-types.ts'
import type { SchemaInfo } from '../../src/admin-api/schema-api.ts'
import { valueProblems } from '../../src/admin-api/value-rules.ts'

import { startPanel } from './support/panel.ts'

// What the columns of PostgreSQL can hold is known to the server alone, which names the field.
const panel = startPanel({ client: 'sqlite' })

const VALUES = ['', 'x', 'no address', 'x'.repeat(300), '2026-02-30', -1, 1.5, 10 ** 12, true, [], {}, [{ a: 1 }]]
const JUDGED_ELSEWHERE = new Set(['relation', 'media', 'component', 'dynamiczone'])

it('finds what the server finds in a draft, for every kind of attribute', async () => {
  const { data } = (await (await panel.send('GET', '/schema')).json()) as { data: SchemaInfo }
  const kinds = new Set<string>()
  for (const { uid, kind, visible, draftAndPublish, attributes } of data.types) {
    if (!visible || !draftAndPublish || kind === 'singleType') continue
    for (const [name, attribute] of Object.entries(attributes)) {
      if (!attribute.writable || JUDGED_ELSEWHERE.has(attribute.type) || kinds.has(JSON.stringify(attribute))) continue
      kinds.add(JSON.stringify(attribute))
      for (const value of VALUES)
        expect([name, value, valueProblems(name, attribute, value, true)]).toEqual([
          name,
          value,
          await serverProblems(uid, name, value),
        ])
    }
  }
  expect(kinds.size).toBeGreaterThan(5)
})

/** Without what only the server knows: the values of other entries. */
async function serverProblems(uid: string, name: string, value: unknown): Promise<readonly string[]> {
  const answer = await panel.send('POST', `/content/${uid}`, { data: { [name]: value } })
  const { error } = (await answer.json()) as Partial<ErrorAnswer>
  const own = (error?.details.errors ?? []).filter(
    ({ path, message }) => path[0] === name && message !== 'This attribute must be unique',
  )
  return own.map(({ message }) => message)
}

it('asks for what must be there, and counts parts, before an entry is published', () => {
  const info = { private: false, localized: false, writable: true, required: true }
  expect(valueProblems('title', { ...info, type: 'string' }, null, false)).toEqual(['title must be defined.'])
  expect(valueProblems('title', { ...info, type: 'string' }, null, true)).toEqual([])
  expect(valueProblems('seo', { ...info, type: 'component' }, null, false)).toEqual(['seo must be defined.'])
  expect(valueProblems('cover', { ...info, type: 'media' }, null, false)).toEqual(['cover must be defined.'])
  const zone = { ...info, type: 'dynamiczone', min: 2, max: 3 } as const
  expect(valueProblems('blocks', zone, [1], true)).toEqual(['blocks field must have at least 2 items'])
  expect(valueProblems('blocks', zone, [1, 2, 3, 4], false)).toEqual([
    'blocks field must have less than or equal to 3 items',
  ])
})
