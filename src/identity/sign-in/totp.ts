/** One-time codes by time (RFC 6238): six digits, new every 30 seconds, as authenticator apps make them. */
import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from '../../util/same-secret.ts'

const STEP = 30_000
const DIGITS = 6
/** Clocks differ: the code before and the code after count, too. */
const DRIFT = 1
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** The code of a step, which is a number of half minutes since 1970. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.at(-1)! & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step of a code that is valid now; `undefined` for a code that is wrong, or not newer than the last one that was used. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): number | undefined {
  const current = Math.floor(now / STEP)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index)
  return steps.find(step => step > after && sameSecret(totpCode(secret, step), code))
}

/** - `hello` gives `NBSWY3DP` */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map(group => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
