/**
 * Whether something that was noted at a moment, by this process or another one, is too old to count: true if `moment` is more than
 * `lifetime` ago, or as far in the future: then the clock was set back since, and nobody knows how old it is. Without the second case it
 * would count until the clock gets there. All three are in milliseconds.
 */
export function isOutOfDate(moment: number, lifetime: number, now: number = Date.now()): boolean {
  return Math.abs(now - moment) > lifetime
}

/** Returns the milliseconds since 1970, or `null` for a number that is not a valid date. */
export function validMoment(milliseconds: number): number | null {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : null
}
