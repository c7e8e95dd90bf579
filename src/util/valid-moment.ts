/** Milliseconds since 1970 as they are; `null` for a number that no date can have. */
export function validMoment(milliseconds: number): number | null {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : null
}
