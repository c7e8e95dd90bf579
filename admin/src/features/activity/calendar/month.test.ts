import { expect, test } from 'vitest'
import { addMonths, dayOf, readMonth, weeksOf } from './month.ts'

test('a month is whole weeks', () => {
  const weeks = weeksOf('2027-01', 1)
  expect(weeks.map(week => [week.length, dayOf(week[0]!)])).toEqual([
    [7, '2026-12-28'],
    [7, '2027-01-04'],
    [7, '2027-01-11'],
    [7, '2027-01-18'],
    [7, '2027-01-25'],
  ])
  expect(dayOf(weeksOf('2027-01', 7)[0]![0]!)).toBe('2026-12-27')
  expect(weeksOf('2027-02', 1)).toHaveLength(4)
})

test('months follow each other over the year', () => {
  expect([addMonths('2026-12', 1), addMonths('2027-01', -1), addMonths('2027-01', 0)]).toEqual([
    ...['2027-01', '2026-12', '2027-01'],
  ])
})

test('an address that names no month means this one', () => {
  const now = new Date(2027, 4, 5)
  expect(['2027-02', '2027-13', 'x', undefined].map(given => readMonth(given, now))).toEqual([
    ...['2027-02', '2027-05', '2027-05', '2027-05'],
  ])
})
