/** Computes an aggregate from kept columns: a pass for the groups, one that counts, and one for each measure. */
import { type KeptColumn, NO_VALUE } from '../read/columns/kept-column.ts'
import { narrow } from '../read/columns/mark-rows.ts'
import type { AggregateScan } from './aggregate-scan.ts'

export interface ScannedGroup {
  /** One of its rows. */
  readonly row: number
  readonly count: number
  readonly measures: readonly MeasuredGroup[]
}

/** Of the rows that have a value. */
export interface MeasuredGroup {
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
}

/** More groups than this are left to the database. */
const MOST_GROUPS = 1000
/** A text of the database that is none; the database may tell it from others that look the same. */
const NO_CHARACTER = '\ufffd'

/** For all scans, because each is over before the next begins: whether a row passes, and the group it is in. */
let passing = new Int32Array(0)
let groupOf = new Int32Array(0)

/** `undefined` if there are too many groups, or a flag is none. */
export function scanGroups(scan: AggregateScan, columns: readonly KeptColumn[]): readonly ScannedGroup[] | undefined {
  const { length } = columns[0]!.numbers
  const sizes = scan.groups.map(place => groupCount(columns[place]!))
  const size = sizes.reduce((product, count) => product * count, 1)
  if (!(size <= MOST_GROUPS)) return undefined
  if (passing.length < length) {
    passing = new Int32Array(length)
    groupOf = new Int32Array(length)
  }
  const marks = passing.subarray(0, length).fill(1)
  if (scan.test !== null) narrow(marks, scan.test, columns)
  const groups = groupOf.subarray(0, length).fill(0)
  for (const [index, place] of scan.groups.entries())
    if (!addGroups(groups, columns[place]!.numbers, sizes[index]!)) return undefined
  const counts = new Int32Array(size)
  const rows = new Int32Array(size)
  for (let row = 0; row < length; row += 1) {
    const group = groups[row]!
    if (marks[row] === 0) continue
    counts[group]! += 1
    rows[group] = row
  }
  const measured = scan.measures.map(({ column }) => measure(columns[column]!.numbers, { marks, groups, size }))
  return Array.from(counts, (count, group) => ({
    row: rows[group]!,
    count,
    measures: measured.map(each => each(group)),
  })).filter(({ count }) => count > 0)
}

/** How many groups a column can make, those without a value included. */
function groupCount({ names }: KeptColumn): number {
  if (names === undefined) return FLAGS
  for (const name of names.keys()) if (name.includes(NO_CHARACTER)) return Number.POSITIVE_INFINITY
  return names.size + 1
}

/** False, true, and no value. */
const FLAGS = 3

/** Returns false for a number that stands for no group. */
function addGroups(groups: Int32Array, numbers: Int32Array, size: number): boolean {
  const last = size - 1
  for (let row = 0; row < groups.length; row += 1) {
    const number = numbers[row]!
    if (number !== NO_VALUE && (number < 0 || number >= last)) return false
    groups[row] = groups[row]! * size + (number === NO_VALUE ? last : number)
  }
  return true
}

interface MarkedGroups {
  readonly marks: Int32Array
  readonly groups: Int32Array
  readonly size: number
}

/** The sums are exact: a column has at most two million numbers of 30 bits. */
function measure(numbers: Int32Array, { marks, groups, size }: MarkedGroups): (group: number) => MeasuredGroup {
  const counts = new Int32Array(size)
  const sums = new Float64Array(size)
  const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  const most = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
  for (let row = 0; row < numbers.length; row += 1) {
    const number = numbers[row]!
    if (marks[row] === 0 || number === NO_VALUE) continue
    const group = groups[row]!
    counts[group]! += 1
    sums[group]! += number
    if (number < least[group]!) least[group] = number
    if (number > most[group]!) most[group] = number
  }
  return group => ({ count: counts[group]!, sum: sums[group]!, min: least[group]!, max: most[group]! })
}
