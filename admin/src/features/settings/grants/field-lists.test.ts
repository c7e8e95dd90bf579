import { expect, it } from 'vitest'
import { isListed, type OwnerGrant, withActions, withField } from './field-lists.ts'

const owner = { uid: 'api::a.a', actions: ['find', 'create'], fields: ['x', 'y'], writeFields: ['x'] }
const open: OwnerGrant = { actions: ['find', 'create'] }

it('a field that is taken away is neither read nor used', () => {
  const limited = withField(owner, open, 'fields', 'y', false)
  expect(limited).toEqual({ actions: ['find', 'create'], fields: ['x'], filterFields: null, sortFields: null })
  expect(isListed(owner, limited, 'filterFields', 'y')).toBe(false)
  expect(isListed(owner, limited, 'filterFields', 'x')).toBe(true)
  expect(withField(owner, limited, 'filterFields', 'x', false)).toMatchObject({ filterFields: [] })
})

it('a list of all fields is no list', () => {
  const limited = withField(owner, open, 'fields', 'y', false)
  expect(withField(owner, limited, 'fields', 'y', true)).toMatchObject({ fields: null })
})

it('lists go with the actions that they limit', () => {
  const limited = { ...open, fields: ['x'], writeFields: [] }
  expect(withActions(limited, ['create'])).toEqual({ actions: ['create'], writeFields: [] })
  expect(withActions(limited, ['delete'])).toEqual({ actions: ['delete'] })
})
