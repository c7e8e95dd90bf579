/** How a measure of whole numbers changes when a number comes or goes. */
import type { MeasurePlan } from '../../plan/aggregate/aggregate-plan.ts'
import { readSum } from './read-sum.ts'

/** Changes the values of a row from `at` on. Returns false if the result is not known. */
export type MeasureMove = (row: unknown[], at: number, number: number, by: 1 | -1) => boolean

/** Further from zero, a database may sort by a number that is only near the sum. */
const MOST = 2n ** 53n

/** `null` for what takes a look at all numbers. */
export const MEASURE_MOVES: Readonly<Record<MeasurePlan['measure'], MeasureMove | null>> = {
  sum: (row, at, number, by) => {
    const sum = added(row[at], number, by)
    row[at] = String(sum)
    // It may be zero, or there may be no number left.
    return sum !== undefined && (by === 1 || sum !== 0n)
  },
  avg: (row, at, number, by) => {
    const sum = added(row[at], number, by)
    const count = Number(row[at + 1]) + by
    row[at] = count === 0 ? null : String(sum)
    row[at + 1] = count
    return sum !== undefined
  },
  min: (row, at, number, by) => moveExtreme(row, at, number, by, Math.min),
  max: (row, at, number, by) => moveExtreme(row, at, number, by, Math.max),
  countDistinct: null,
}

function added(found: unknown, number: number, by: 1 | -1): bigint | undefined {
  const before = found === null ? '0' : readSum('integer', String(found))
  if (before === null || !/^-?\d+$/.test(before)) return undefined
  const sum = BigInt(before) + BigInt(by * number)
  return sum > -MOST && sum < MOST ? sum : undefined
}

/** When the extreme itself goes, the next one is not known. */
function moveExtreme(
  row: unknown[],
  at: number,
  number: number,
  by: 1 | -1,
  of: (one: number, other: number) => number,
): boolean {
  const found = row[at]
  const extreme = found === null ? null : Number(found)
  if (extreme !== null && !Number.isSafeInteger(extreme)) return false
  if (by === -1) return extreme !== null && extreme !== number
  row[at] = extreme === null ? number : of(extreme, number)
  return true
}
