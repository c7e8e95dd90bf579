import { describe, expect, test } from 'vitest'
import { isLocalized, typedValue, withLocalized, withOption, withRelation, withType } from './definition.ts'

test('an option that says nothing is left out', () => {
  expect(withOption({ type: 'string' }, 'required', true)).toEqual({ type: 'string', required: true })
  for (const nothing of [false, '', undefined])
    expect(withOption({ type: 'string', required: true }, 'required', nothing)).toEqual({ type: 'string' })
})

test('translations are an option of a plug-in, beside others', () => {
  const on = withLocalized({ type: 'string', pluginOptions: { other: { x: 1 } } }, true)
  expect(on).toEqual({ type: 'string', pluginOptions: { other: { x: 1 }, i18n: { localized: true } } })
  expect(isLocalized(on)).toBe(true)
  expect(withLocalized({ type: 'string', pluginOptions: { i18n: { localized: true } } }, false)).toEqual({
    type: 'string',
  })
})

test('another type keeps what both have', () => {
  const text = { type: 'string', required: true, regex: '^a', maxLength: 5, default: 'a' }
  expect(withType(text, 'email')).toEqual({ type: 'email', required: true, maxLength: 5 })
  expect(withType(text, 'enumeration')).toEqual({ type: 'enumeration', enum: [], required: true })
})

test('values have the type of their attribute', () => {
  expect([typedValue('integer', '4'), typedValue('string', '4'), typedValue('boolean', 'false')]).toEqual([
    4,
    '4',
    false,
  ])
  expect([typedValue('integer', 'x'), typedValue('date', '')]).toEqual(['x', undefined])
})

describe('the side that stores a link', () => {
  const to = { target: 'api::tag.tag', end: 'articles' }
  test.each([
    ['manyToOne', 'inversedBy'],
    ['oneToMany', 'mappedBy'],
    ['manyToMany', 'inversedBy'],
  ])('%s has %s', (relation, key) => {
    expect(withRelation({ type: 'relation' }, { ...to, relation })).toEqual({
      ...{ type: 'relation', relation, target: 'api::tag.tag' },
      [key]: 'articles',
    })
  })

  test('stays where it is', () => {
    const other = withRelation({ type: 'relation', mappedBy: 'x' }, { ...to, relation: 'manyToMany' })
    expect(other).toMatchObject({ mappedBy: 'articles' })
    expect(withRelation(other, { ...to, relation: 'manyToMany', end: '' })).not.toHaveProperty('mappedBy')
  })
})
