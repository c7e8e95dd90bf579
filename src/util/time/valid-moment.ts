/** Returns the milliseconds since 1970, or `null` for a number that is not a valid date. */
export function validMoment(milliseconds: number): number | null {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : null
}
