import { expect, test } from 'vitest'
import { buildSchema } from '../../schema/load/build-schema.ts'
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

test('an answer with too many keys for a header has the one that every purge names', () => {
  const keysOf = surrogateKeys(schemaOf(200))
  const few = keysOf(['t0', 't1'])
  expect(few[1]!.split(' ')).toHaveLength(2)
  expect(few[3]!.split(',')).toEqual(few[1]!.split(' '))
  const many = keysOf(Array.from({ length: 200 }, (_, index) => `t${index}`))
  expect(many).toEqual(['surrogate-key', 'other', 'cache-tag', 'other'])
  expect(purgedKeys(['api::x.x'])).toContain('other')
})
