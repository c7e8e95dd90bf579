/** How much memory the caches get unless the settings say so: more where there is more. */
import { totalmem } from 'node:os'

const MEBIBYTE = 2 ** 20
const LEAST = 64 * MEBIBYTE
const MOST = 256 * MEBIBYTE
/** Of the memory of the machine, or of the container. */
const PART = 1 / 64

/** In bytes. `memory` is what the process may have. */
export function usualCacheSize(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.min(MOST, Math.max(LEAST, Math.floor((memory * PART) / MEBIBYTE) * MEBIBYTE))
}
