import { expect, test } from 'vitest'
import { focalPointOf, withFocalPoint } from './focal-point.ts'

const POINT = { x: 30, y: 70.5 }

test('a focal point is kept beside what the provider has', () => {
  const provider = { public_id: 'a', resource_type: 'image' }
  const changed = withFocalPoint(provider, POINT)
  expect(changed).toEqual({ ...provider, populus: { focalPoint: POINT } })
  expect(focalPointOf(changed)).toEqual(POINT)
  expect(withFocalPoint(changed, null)).toEqual(provider)
})

test('without other metadata, nothing is left of a removed point', () => {
  expect(withFocalPoint(null, POINT)).toEqual({ populus: { focalPoint: POINT } })
  expect(withFocalPoint(withFocalPoint(null, POINT), null)).toBeNull()
  expect(withFocalPoint({ populus: { other: 1 } }, null)).toEqual({ populus: { other: 1 } })
})

test.each([
  null,
  'text',
  {},
  { populus: 1 },
  { populus: { focalPoint: { x: 1 } } },
  { populus: { focalPoint: { x: 1, y: 101 } } },
])('%j has no focal point', metadata => {
  expect(focalPointOf(metadata)).toBeNull()
})
