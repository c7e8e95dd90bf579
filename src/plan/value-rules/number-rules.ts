/** The rules of numbers. A text that reads as a number is one. */
import type { ScalarAttribute } from '../../schema/schema.ts'
import { printValue } from './print-value.ts'
import { makeRule, type Rule, type RuleTest, withTests } from './rule.ts'
import { unique } from './scalar-tests.ts'

const INT4 = { low: -(2 ** 31), high: 2 ** 31 - 1 }
/** From here on a value is rounded to nine digits before the point. */
const DECIMAL_END = 99_999_999.995
const INT8 = { low: -(2n ** 63n), high: 2n ** 63n - 1n }

export function integerRule(attribute: ScalarAttribute): Rule {
  const whole = numberTest(Number.isInteger, path => `${path} must be an integer`)
  const bounds = boundTests(attribute, Math.trunc)
  return withTests(makeRule('number'), whole, ...bounds, ...uniqueTest(attribute), fitsInteger)
}

export function floatRule(attribute: ScalarAttribute): Rule {
  const bounds = boundTests(attribute, bound => bound)
  return withTests(makeRule('number'), ...bounds, ...uniqueTest(attribute), finite)
}

export function decimalRule(attribute: ScalarAttribute): Rule {
  return withTests(floatRule(attribute), fitsDecimal)
}

/** Digits, since JavaScript's numbers are too short. The original takes any text, and fails or not with the database. */
export function bigintegerRule(attribute: ScalarAttribute): Rule {
  const digits: RuleTest = {
    passes: value => value === null || value === undefined || digitsOf(value) !== undefined,
    message: path => `${path} must be a whole number from ${INT8.low} to ${INT8.high}`,
    isOwn: true,
  }
  return withTests(makeRule('mixed'), ...uniqueTest(attribute), digits)
}

/** `digitsOf('+007')` is `'7'`, `digitsOf(1e3)` is `'1000'`; `undefined` for what is no whole number of 64 bits. */
export function digitsOf(value: unknown): string | undefined {
  const isWhole =
    typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string' && /^[+-]?\d{1,30}$/.test(value)
  if (!isWhole) return undefined
  const number = BigInt(typeof value === 'string' ? value.replace(/^\+/, '') : (value as number))
  return number < INT8.low || number > INT8.high ? undefined : String(number)
}

function boundTests(
  { definition: { min, max } }: ScalarAttribute,
  round: (bound: number) => number,
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

/** An integer column of a strict database has 32 bits; elsewhere numbers are as long as JavaScript's. */
const fitsInteger: RuleTest = {
  passes: (value, { surroundings }) =>
    !surroundings.strictTypes || typeof value !== 'number' || (value >= INT4.low && value <= INT4.high),
  message: path => `${path} must be a number from ${INT4.low} to ${INT4.high}`,
  isOwn: true,
}

/** A decimal column of a strict database has ten digits, two of them after the point. */
const fitsDecimal: RuleTest = {
  passes: (value, { surroundings }) =>
    !surroundings.strictTypes || typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) < DECIMAL_END,
  message: path => `${path} must be a number between -100000000 and 100000000`,
  isOwn: true,
}

const finite: RuleTest = {
  ...numberTest(Number.isFinite, path => `${path} must be a finite number`),
  isOwn: true,
}

function uniqueTest(attribute: ScalarAttribute): readonly RuleTest[] {
  return attribute.unique ? [unique] : []
}

function numberTest(passes: (value: number) => boolean, message: RuleTest['message']): RuleTest {
  return { passes: value => typeof value !== 'number' || passes(value), message }
}
