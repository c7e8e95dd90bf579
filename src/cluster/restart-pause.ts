/** How long to wait before replacing a worker that died. */

const FIRST_MILLISECONDS = 100
const LONGEST_MILLISECONDS = 30_000

/** `failures`: how often in a row it died soon after it started. 0 → at once, 1 → 100 ms, 2 → 200 ms, ... 30 s. */
export function restartPause(failures: number): number {
  return failures === 0 ? 0 : Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (failures - 1))
}
