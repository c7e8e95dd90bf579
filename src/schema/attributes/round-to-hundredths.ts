/** Rounds as a column `decimal(10, 2)` does, so that a database without such a type stores the same. */

/**
 * Halves go away from zero, and what counts are the digits as they are written: -1.005 is -1.01, although the nearest number
 * that a computer can hold is a little closer to zero.
 */
export function roundToHundredths(value: number | undefined): number | undefined {
  if (value === undefined) return undefined
  const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(Math.abs(value))) ?? []
  // Only numbers below a millionth, or above all that fit, are written with an exponent.
  if (whole === '0' && fraction === '' && Math.abs(value) >= 1) return value
  const hundredths = Number(whole + fraction.padEnd(2, '0').slice(0, 2)) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0)
  return hundredths === 0 ? 0 : (Math.sign(value) * hundredths) / 100
}
