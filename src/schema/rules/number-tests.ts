/** The tests for numbers. A string that reads as a number counts as one. */
import type { ScalarAttribute } from '../schema.ts'
import { printValue } from './print-value.ts'
import type { RuleTest } from './rule.ts'

const INT4 = { low: -(2 ** 31), high: 2 ** 31 - 1 }
/** Values from here on round to nine digits before the decimal point. */
const DECIMAL_END = 99_999_999.995
export const INT8 = { low: -(2n ** 63n), high: 2n ** 63n - 1n }

/** `digitsOf('+007')` is `'7'`, `digitsOf(1e3)` is `'1000'`; `undefined` if the value is not a 64-bit whole number. */
export function digitsOf(value: unknown): string | undefined {
  const isWhole =
    typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string' && /^[+-]?\d{1,30}$/.test(value)
  if (!isWhole) return undefined
  const number = BigInt(typeof value === 'string' ? value.replace(/^\+/, '') : (value as number))
  return number < INT8.low || number > INT8.high ? undefined : String(number)
}

export function boundTests(
  { definition: { min, max } }: ScalarAttribute,
  round: (bound: number) => number = bound => bound,
): readonly RuleTest[] {
  const tests: RuleTest[] = []
  if (typeof min === 'number') tests.push(atLeast(round(min)))
  if (typeof max === 'number') tests.push(atMost(round(max)))
  return tests
}

function atLeast(min: number): RuleTest {
  return numberTest(
    value => value >= min,
    path => `${path} must be greater than or equal to ${unquoted(min)}`,
  )
}

function atMost(max: number): RuleTest {
  return numberTest(
    value => value <= max,
    path => `${path} must be less than or equal to ${unquoted(max)}`,
  )
}

function unquoted(bound: number): string {
  return printValue(bound)
}

/** An integer column of a strict database has 32 bits; elsewhere it holds any JavaScript number. */
export const fitsInteger: RuleTest = {
  passes: (value, { surroundings }) =>
    !surroundings.strictTypes || typeof value !== 'number' || (value >= INT4.low && value <= INT4.high),
  message: path => `${path} must be a number from ${INT4.low} to ${INT4.high}`,
  isOwn: true,
}

/** A decimal column of a strict database has ten digits, two of them after the decimal point. */
export const fitsDecimal: RuleTest = {
  passes: (value, { surroundings }) =>
    !surroundings.strictTypes || typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) < DECIMAL_END,
  message: path => `${path} must be a number between -100000000 and 100000000`,
  isOwn: true,
}

export const finite: RuleTest = {
  ...numberTest(Number.isFinite, path => `${path} must be a finite number`),
  isOwn: true,
}

export function numberTest(passes: (value: number) => boolean, message: RuleTest['message']): RuleTest {
  return { passes: value => typeof value !== 'number' || passes(value), message }
}
