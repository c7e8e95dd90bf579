/** Computes an aggregate from kept columns: block after block of their rows, because a block stays in the processor's own memory. */
import { type KeptColumn, NO_VALUE } from '../read/columns/kept-column.ts'
import { marked } from '../read/columns/mark-rows.ts'
import { isWithin, type Span, spansOf } from '../read/columns/spans.ts'
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

/** So many rows are gone through at a time. */
const BLOCK = 4096
/** For all scans, because each is over before the next begins: the group of each row of a block. */
const groupOf = new Int32Array(BLOCK)

/** `undefined` if there are too many groups, or a flag is none. */
export function scanGroups(scan: AggregateScan, columns: readonly KeptColumn[]): readonly ScannedGroup[] | undefined {
  const { length } = columns[0]!.numbers
  const grouping = scan.groups.map((place): Grouping => {
    const column = columns[place]!
    return { numbers: column.numbers, size: groupCount(column) }
  })
  const size = grouping.reduce((product, each) => product * each.size, 1)
  if (!(size <= MOST_GROUPS)) return undefined
  const spans = spansOf(scan.test, columns) ?? [marked(scan.test!, columns)]
  const counts = new Int32Array(size + 1)
  const rows = new Int32Array(size + 1)
  const measures = scan.measures.map(({ column, measure }) => new Measure(columns[column]!.numbers, measure, size))
  for (let from = 0; from < length; from += BLOCK) {
    const groups = groupOf.subarray(0, Math.min(BLOCK, length - from)).fill(0)
    for (const each of grouping) if (!addGroups(groups, each, from)) return undefined
    for (const span of spans) leaveOut(groups, span, { from, nowhere: size })
    count(groups, { from, counts, rows })
    for (const measure of measures) measure.add(groups, from)
  }
  return Array.from(counts.subarray(0, size), (passed, group) => ({
    row: rows[group]!,
    count: passed,
    measures: measures.map(measure => measure.of(group)),
  })).filter(group => group.count > 0)
}

interface Grouping {
  readonly numbers: Int32Array
  readonly size: number
}

/** How many groups a column can make, those without a value included. */
function groupCount({ names }: KeptColumn): number {
  if (names === undefined) return FLAGS
  for (const name of names.keys()) if (name.includes(NO_CHARACTER)) return Number.POSITIVE_INFINITY
  return names.size + 1
}

/** False, true, and no value. */
const FLAGS = 3

// In these loops, everything is a variable of its own, and nothing branches: see collect-rows.ts.

/** Returns false for a number that stands for no group. */
function addGroups(groups: Int32Array, { numbers, size }: Grouping, from: number): boolean {
  const { length } = groups
  const values = numbers.subarray(from, from + length)
  const last = size - 1
  let isGroup = 1
  for (let row = 0; row < length; row += 1) {
    const number = values[row]!
    const group = number === NO_VALUE ? last : number
    isGroup &= isWithin(group, 0, last) & (number === last ? 0 : 1)
    groups[row] = groups[row]! * size + group
  }
  return isGroup === 1
}

interface Block {
  readonly from: number
}

/** Rows that do not pass are in a group behind the others. */
function leaveOut(
  groups: Int32Array,
  { numbers, low, high }: Span,
  { from, nowhere }: Block & { readonly nowhere: number },
): void {
  const { length } = groups
  const values = numbers.subarray(from, from + length)
  for (let row = 0; row < length; row += 1) {
    const passes = -isWithin(values[row]!, low, high)
    groups[row] = (groups[row]! & passes) | (nowhere & ~passes)
  }
}

interface Counted extends Block {
  readonly counts: Int32Array
  readonly rows: Int32Array
}

function count(groups: Int32Array, { from, counts, rows }: Counted): void {
  const { length } = groups
  for (let row = 0; row < length; row += 1) {
    const group = groups[row]!
    counts[group]! += 1
    rows[group] = from + row
  }
}

/** The sums are exact: a column has at most two million numbers of 30 bits. */
class Measure {
  readonly #numbers: Int32Array
  readonly #nowhere: number
  readonly #hasEnds: boolean
  readonly #counts: Int32Array
  readonly #sums: Float64Array
  readonly #least: Float64Array
  readonly #most: Float64Array

  constructor(numbers: Int32Array, measure: AggregateScan['measures'][number]['measure'], size: number) {
    this.#numbers = numbers
    this.#nowhere = size
    this.#hasEnds = measure === 'min' || measure === 'max'
    this.#counts = new Int32Array(size + 1)
    this.#sums = new Float64Array(size + 1)
    this.#least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY)
    this.#most = new Float64Array(size + 1).fill(Number.NEGATIVE_INFINITY)
  }

  add(groups: Int32Array, from: number): void {
    const { length } = groups
    const values = this.#numbers.subarray(from, from + length)
    const [counts, sums, nowhere] = [this.#counts, this.#sums, this.#nowhere]
    for (let row = 0; row < length; row += 1) {
      const number = values[row]!
      const group = number === NO_VALUE ? nowhere : groups[row]!
      counts[group]! += 1
      sums[group]! += number
    }
    if (this.#hasEnds) this.#addEnds(groups, values)
  }

  #addEnds(groups: Int32Array, values: Int32Array): void {
    const [least, most] = [this.#least, this.#most]
    for (let row = 0; row < values.length; row += 1) {
      const number = values[row]!
      if (number === NO_VALUE) continue
      const group = groups[row]!
      if (number < least[group]!) least[group] = number
      if (number > most[group]!) most[group] = number
    }
  }

  of(group: number): MeasuredGroup {
    return { count: this.#counts[group]!, sum: this.#sums[group]!, min: this.#least[group]!, max: this.#most[group]! }
  }
}
