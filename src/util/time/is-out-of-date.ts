/** Whether something that was noted at a moment, by this process or another one, is too old to count. */

/**
 * True if `moment` is more than `lifetime` ago, or as far in the future: then the clock was set back since, and nobody
 * knows how old it is. Without the second case it would count until the clock gets there. All three are in milliseconds.
 */
export function isOutOfDate(moment: number, lifetime: number, now: number = Date.now()): boolean {
  return Math.abs(now - moment) > lifetime
}
