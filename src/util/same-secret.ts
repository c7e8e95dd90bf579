/** Compares what a caller has sent with a secret, in a time that does not depend on how much of it is right. */
import { createHash, timingSafeEqual } from 'node:crypto'

export function sameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const digest = (text: string | Uint8Array) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
