import { expect, it } from 'vitest'
import { datedFilters } from './last-days.ts'

const now = Date.parse('2026-05-20T12:00:00Z')

it('turns the last days into a date, at every depth', () => {
  const filters = {
    $and: [{ updatedAt: { $last: '7' } }, { author: { born: { $last: 30 } } }, { title: { $eq: 'x' } }],
  }
  expect(datedFilters(filters, now)).toEqual({
    $and: [
      { updatedAt: { $gte: '2026-05-13' } },
      { author: { born: { $gte: '2026-04-20' } } },
      { title: { $eq: 'x' } },
    ],
  })
  expect(datedFilters(undefined)).toBe(undefined)
})

it.each([
  ['', '2026-05-19'],
  ['abc', '2026-05-19'],
  ['-3', '2026-05-19'],
  ['1e300', '2016-05-22'],
])('takes %s for a number of days that there can be', (days, date) => {
  expect(datedFilters({ at: { $last: days } }, now)).toEqual({ at: { $gte: date } })
})
