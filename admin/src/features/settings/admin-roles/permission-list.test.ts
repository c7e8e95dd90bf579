import { expect, it } from 'vitest'
import { foreign, isListed, type Permissions, permissionAt, withActions, withListed } from './permission-list.ts'

const READ = { action: 'read', subject: 'tag', fields: null, locales: null, conditions: [] }
const FOREIGN = { action: 'plugin::comments.moderate', subject: null, fields: null, locales: null, conditions: ['x'] }

it('grants and takes away without touching what it does not know', () => {
  const actions = ['read', 'create']
  const both = withActions([FOREIGN, READ], { subject: 'tag', actions, granted: actions })
  expect(both).toEqual([FOREIGN, READ, { ...READ, action: 'create' }])
  expect(withActions(both, { subject: 'tag', actions, granted: [] })).toEqual([FOREIGN])
})

it('limits by a list, and a list of everything is no limit', () => {
  const all = ['name', 'slug']
  const limited = withListed([READ, FOREIGN], READ, { name: 'fields', value: 'slug', all, isOn: false })
  const [first] = limited as Permissions
  expect(first).toEqual({ ...READ, fields: ['name'] })
  expect(isListed(first!, 'fields', 'slug')).toBe(false)
  expect(withListed(limited, READ, { name: 'fields', value: 'slug', all, isOn: true })).toEqual([READ, FOREIGN])
  const own = withListed([READ], READ, { name: 'conditions', value: 'own', all: ['own'], isOn: true })
  expect(permissionAt(own, READ)?.conditions).toEqual(['own'])
})

it('knows what is foreign', () => {
  const type = { uid: 'tag', displayName: 'Tag', fields: [], localized: false }
  const known = { types: [{ ...type, actions: [{ action: 'read', takesFields: true }] }], actions: [], conditions: [] }
  expect(foreign([READ, FOREIGN], known)).toEqual([FOREIGN])
})
