/** Reads the sums that `AggregateSql.sum` writes. The result is the same on both databases. */
import type { ScalarType } from '../../schema/schema.ts'
import { trimEnd } from '../../util/text/trim-run.ts'

/** `base` units of the second part make one of the first; `digits` of the sum come after the decimal point. */
export const SUM_PARTS = {
  integer: { base: 1_000_000_000, digits: 0 },
  decimal: { base: 1_000_000, digits: 6 },
} as const

/** `'12 340000'` and `'12.34'` are `12.34` for a decimal. Returns `null` for what is no number. */
export function readSum(type: ScalarType, text: string): string | null {
  if (type === 'float') return floatDigits(Number(text))
  const parts = /^(-?\d+) (-?\d+)$/.exec(text)
  if (parts !== null) {
    const { base, digits } = SUM_PARTS[type === 'decimal' ? 'decimal' : 'integer']
    return withPoint(BigInt(parts[1]!) * BigInt(base) + BigInt(parts[2]!), digits)
  }
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return whole === undefined ? null : withPoint(BigInt(whole + fraction), fraction.length)
}

/** The average as JSON. */
export function readAverage(type: ScalarType, text: string, count: number): string | null {
  const sum = readSum(type, text)
  if (sum === null) return null
  // Digits are cut off once: an average of a sum without its last ones would be another.
  return type === 'float' ? floatDigits(Number(text) / count) : String(Number(sum) / count)
}

function withPoint(units: bigint, digits: number): string {
  const sign = units < 0n ? '-' : ''
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const fraction = trimEnd(text.slice(text.length - digits), '0')
  const whole = text.slice(0, text.length - digits)
  return digits === 0 || fraction === '' ? `${sign}${digits === 0 ? text : whole}` : `${sign}${whole}.${fraction}`
}

/** The digits in which both databases agree, however they add. */
const FLOAT_DIGITS = 15

function floatDigits(number: number): string | null {
  return Number.isFinite(number) ? String(Number(number.toPrecision(FLOAT_DIGITS))) : null
}
