/** `docs/reference/schema.md` names every type, option and relation that the code knows, with the examples of the code. */
import { expect, test } from 'vitest'
import { ATTRIBUTE_TYPES } from '../../src/schema/attributes/registry.ts'
import { ATTRIBUTE_KEYS } from '../../src/schema/checks/check-options.ts'
import { RELATION_NAMES } from '../../src/schema/load/relation-definition.ts'
import { pageText, tableRows } from './documented-examples.ts'

const text = pageText('schema.md')

test('every scalar type has a row with the example of its code', () => {
  const rows = new Map(tableRows(text, 'type').map(([type, , example]) => [type, example]))
  expect([...rows.keys()].sort()).toEqual(Object.keys(ATTRIBUTE_TYPES).sort())
  for (const [type, { example }] of Object.entries(ATTRIBUTE_TYPES))
    if (type !== 'blocks')
      expect([type, rows.get(type)]).toEqual([type, expect.stringContaining(JSON.stringify(example.body))])
})

test('every option of an attribute and every kind of relation is named', () => {
  const named = new Set([...text.matchAll(/`([\w.]+)`/g)].flatMap(([, name]) => [name!, name!.split('.')[0]!]))
  expect([...ATTRIBUTE_KEYS, ...RELATION_NAMES].filter(name => name !== 'type' && !named.has(name))).toEqual([])
})
