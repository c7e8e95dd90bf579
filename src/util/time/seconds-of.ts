/** A span of time in the form of the package `jsonwebtoken`. */

const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_557_600,
}

/** `secondsOf('7d')` is 604800. A number is in seconds, as in the package `jsonwebtoken`; digits alone are milliseconds. */
export function secondsOf(given: unknown): unknown {
  if (typeof given !== 'string') return given
  const [, amount, unit = 'ms'] =
    /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w|y)?[a-z]*$/i.exec(given.trim().replace(/milliseconds?|msecs?/i, 'ms')) ?? []
  return amount === undefined ? given : Math.max(1, Math.floor(Number(amount) * SECONDS[unit.toLowerCase()]!))
}
