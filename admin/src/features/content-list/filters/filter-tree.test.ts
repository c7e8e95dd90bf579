import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../../src/admin-api/route-types.ts'
import {
  changeNode,
  countConditions,
  type FilterNode,
  filtersOf,
  newCondition,
  newGroup,
  parseFilters,
} from './filter-tree.ts'

const plain = (node: FilterNode): unknown => {
  const { id: _, kind: __, ...rest } = node
  return node.kind === 'group' ? { join: node.join, items: node.items.map(plain) } : rest
}
const title = { path: ['title'], operator: '$contains', value: 'tea' }

describe('filters', () => {
  const cases: readonly (readonly [string, JsonObject, unknown])[] = [
    ['one condition', { title: { $contains: 'tea' } }, { join: '$and', items: [title] }],
    [
      'a value without an operator',
      { author: { name: 'Ana' } },
      { join: '$and', items: [{ path: ['author', 'name'], operator: '$eq', value: 'Ana' }] },
    ],
    [
      'OR, with AND inside',
      { $or: [{ title: { $contains: 'tea' } }, { $and: [{ id: { $gt: '3' } }, { id: { $lt: '9' } }] }] },
      {
        join: '$or',
        items: [
          title,
          {
            join: '$and',
            items: [
              { path: ['id'], operator: '$gt', value: '3' },
              { path: ['id'], operator: '$lt', value: '9' },
            ],
          },
        ],
      },
    ],
    [
      'a list of values',
      { id: { $in: ['1', '2'] } },
      { join: '$and', items: [{ path: ['id'], operator: '$in', value: ['1', '2'] }] },
    ],
    [
      'what the dialog cannot show',
      { title: { $not: { $eq: 'tea' } } },
      { join: '$and', items: [{ filters: { title: { $not: { $eq: 'tea' } } } }] },
    ],
  ]
  it.each(cases)('are read: %s', (_, filters, tree) => {
    expect(plain(parseFilters(filters))).toEqual(tree)
  })

  it('are written as they were read', () => {
    const filters = {
      $or: [{ title: { $eq: 'a' } }, { $and: [{ id: { $gt: '3' } }, { tags: { name: { $eq: 'b' } } }] }],
    }
    expect(filtersOf(parseFilters(filters))).toEqual(filters)
  })

  it('keep together what OR holds in one object', () => {
    expect(filtersOf(parseFilters({ $or: [{ a: '1', b: '2' }, { c: '3' }] }))).toEqual({
      $or: [{ $and: [{ a: { $eq: '1' } }, { b: { $eq: '2' } }] }, { c: { $eq: '3' } }],
    })
  })

  it('without conditions are nothing', () => {
    expect(filtersOf(newGroup('$and', [newGroup('$or')]))).toBeUndefined()
  })

  it('change at any depth', () => {
    const inner = newCondition(['id'], '$gt', '3')
    const tree = newGroup('$and', [newGroup('$or', [inner, newCondition(['id'], '$lt', '1')])])
    expect(countConditions(tree)).toBe(2)
    expect(filtersOf(changeNode(tree, inner.id, () => undefined))).toEqual({ $and: [{ $or: [{ id: { $lt: '1' } }] }] })
  })
})
