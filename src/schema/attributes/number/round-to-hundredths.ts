/** Rounds as a `decimal(10, 2)` column does, so a database without such a type stores the same value. */

/**
 * Rounds halves away from zero, based on the digits as written: -1.005 becomes -1.01, although the nearest number that a
 * computer can represent is slightly closer to zero.
 */
export function roundToHundredths(value: number | undefined): number | undefined {
  if (value === undefined) return undefined
  const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(Math.abs(value))) ?? []
  // Only numbers below a millionth, or above all that fit, are written with an exponent.
  if (whole === '0' && fraction === '' && Math.abs(value) >= 1) return value
  const hundredths = Number(whole + fraction.padEnd(2, '0').slice(0, 2)) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0)
  return hundredths === 0 ? 0 : (Math.sign(value) * hundredths) / 100
}
