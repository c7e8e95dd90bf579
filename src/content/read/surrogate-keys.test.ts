import { expect, test } from 'vitest'
import { buildSchema } from '../../schema/load/build-schema.ts'
import type { Schema } from '../../schema/schema.ts'
import { purgedKeys, surrogateKeys } from './surrogate-keys.ts'

/** With content types of long names. */
function schemaOf(count: number) {
  const files = Array.from({ length: count }, (_, index) => {
    const name = `type-with-a-long-name-${index}`
    const info = { singularName: name, pluralName: `${name}s`, displayName: name }
    return [`src/api/${name}/content-types/${name}/schema.json`, { collectionName: `t${index}`, info, attributes: {} }]
  })
  return buildSchema(Object.fromEntries(files)).schema
}

const typeNamed = (schema: Schema, name: string) => [...schema.types.values()].find(type => type.singularName === name)!

test('an answer with too many keys for a header has the one that every purge names', () => {
  const schema = schemaOf(200)
  const keysOf = surrogateKeys(schema)
  const asked = { type: typeNamed(schema, 'type-with-a-long-name-0'), target: 'collection' } as const
  const few = keysOf(['t0', 't1'], asked)
  expect(few[1]!.split(' ')).toHaveLength(2)
  expect(few[3]!.split(',')).toEqual(few[1]!.split(' '))
  const tables = Array.from({ length: 200 }, (_, index) => `t${index}`)
  expect(keysOf(tables, asked)).toEqual(['surrogate-key', 'other', 'cache-tag', 'other'])
  expect(purgedKeys(schema.types, [{ type: 'api::x.x', id: 1 }])).toEqual(['api::x.x', 'other'])
})

test('after many changes of a type, a purge names all answers from one of its entries', () => {
  const { types } = schemaOf(1)
  const type = 'api::type-with-a-long-name-0.type-with-a-long-name-0'
  const changed = (count: number) => Array.from({ length: count }, (_, id) => ({ type, id }))
  expect(purgedKeys(types, [...changed(2), ...changed(1)])).toEqual([type, `${type}:0`, `${type}:1`, 'other'])
  expect(purgedKeys(types, changed(100))).toHaveLength(102)
  expect(purgedKeys(types, changed(101))).toEqual([type, `${type}:any`, 'other'])
})

/** `parent` is a column of the same table. */
function treeOf(relation: object) {
  const info = { singularName: 'node', pluralName: 'nodes', displayName: 'node' }
  const parent = { type: 'relation', relation: 'manyToOne', target: 'api::node.node', ...relation }
  const attributes = { title: { type: 'string' }, parent }
  const file = 'src/api/node/content-types/node/schema.json'
  return buildSchema({ [file]: { collectionName: 'nodes', info, attributes } }).schema
}

test('one entry of a type has a key of its own, unless other entries of the type can be reached without a table of links', () => {
  const ask = (schema: Schema, tables: readonly string[]) =>
    surrogateKeys(schema)(tables, { type: typeNamed(schema, 'node'), target: 'entry', entryId: 7 })[1]
  expect(ask(treeOf({}), ['nodes'])).toBe('api::node.node:7 api::node.node:any')
  expect(ask(treeOf({}), ['nodes', 'nodes_parent_links'])).toBe('api::node.node')
  expect(ask(treeOf({ useJoinTable: false }), ['nodes'])).toBe('api::node.node')
})
