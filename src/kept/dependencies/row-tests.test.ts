import { expect, test } from 'vitest'
import type { Condition, Test } from '../../plan/read/conditions/condition.ts'
import { listShape } from '../../plan/read/list-shape.ts'
import type { Model, ScalarAttribute } from '../../schema/schema.ts'
import { canBeNew, rowTests, valueHash } from './row-tests.ts'

function testOf(column: string, type: string, what: Test, negated = false): Condition {
  const attribute = { name: column, column, type } as ScalarAttribute
  return { kind: 'test', column: { kind: 'scalar', attribute }, test: what, negated }
}

const equals = (value: string | number | boolean | Date): Test => ({ kind: 'compare', operator: '=', value })
const PUBLISHED = testOf('published_at', 'datetime', { kind: 'null' }, true)
const ENGLISH = testOf('locale', 'string', equals('en'))

test.each<[string, Condition | null, Record<string, string | null>, boolean]>([
  ['no filter', null, { title: 'x' }, true],
  ['a published row', PUBLISHED, { published_at: '1700000000000' }, true],
  ['a draft', PUBLISHED, { published_at: null }, false],
  ['a row of which nothing is known', PUBLISHED, {}, true],
  ['another language', { kind: 'all', items: [PUBLISHED, ENGLISH] }, { published_at: '1', locale: 'fr' }, false],
  ['the same language', { kind: 'all', items: [PUBLISHED, ENGLISH] }, { published_at: '1', locale: 'en' }, true],
  ['one of two', { kind: 'any', items: [PUBLISHED, ENGLISH] }, { published_at: null, locale: 'fr' }, true],
  ['a number', testOf('rank', 'integer', equals(3)), { rank: '3' }, true],
  ['another number', testOf('rank', 'integer', equals(3)), { rank: '4' }, false],
  ['no number', testOf('rank', 'integer', equals(3)), { rank: null }, false],
  ['a listed value', testOf('flag', 'boolean', { kind: 'in', values: [true] }), { flag: '1' }, true],
  ['a value that is not listed', testOf('flag', 'boolean', { kind: 'in', values: [true] }), { flag: '0' }, false],
  ['a decimal, which is rounded', testOf('price', 'decimal', equals(1.01)), { price: '1.005' }, true],
  ['a moment, which is stored in several forms', testOf('at', 'datetime', equals(new Date(0))), { at: '1' }, true],
  ['the opposite, which null values may pass', testOf('rank', 'integer', equals(3), true), { rank: '3' }, true],
  [
    'an order, which the database decides',
    testOf('title', 'string', { kind: 'compare', operator: '<', value: 'b' }),
    { title: 'c' },
    true,
  ],
])('%s', (_name, where, values, expected) => {
  const hashes = Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, value === null ? null : valueHash(value)]),
  )
  const change = { table: 't', kind: 'insert', columns: [], keys: {}, hashes } as const
  const model = { uid: 'api::t.t' } as Model
  const entry = { model, scalars: [], children: [] }
  const list = { entry, where, order: [], search: null, page: null, locales: null, envelope: 'collection' } as const
  const { slots, values: given } = listShape(list, 0, '')
  expect(canBeNew(rowTests(where, slots), change, given)).toBe(expected)
})
