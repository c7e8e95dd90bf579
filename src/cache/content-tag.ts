/**
 * The entity tag of a body: a hash of its bytes, so equal bytes have equal tags in every process and after every restart.
 * Four lanes take one 32-bit word each in turn. A lane is a chain of invertible steps, so bodies that differ in a single
 * word never have the same tag. For other differences, equal tags are as unlikely as with any hash of 128 bits that is
 * not made to resist an attacker; whoever can choose the content has nothing to gain here.
 */
import { endianness } from 'node:os'

const PRIMES = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const
const WORD = 4
const BLOCK = 16
const IS_BIG_ENDIAN = endianness() === 'BE'

export function contentTag(body: Buffer): string {
  const length = body.length
  const whole = length - (length % BLOCK)
  let [a, b, c, d]: [number, number, number, number] = [length | 0, PRIMES[1] | 0, PRIMES[2] | 0, PRIMES[3] | 0]
  const words = wordsOf(body, whole)
  for (let at = 0; at < words.length; at += WORD) {
    a = step(a, words[at]!, PRIMES[0])
    b = step(b, words[at + 1]!, PRIMES[1])
    c = step(c, words[at + 2]!, PRIMES[2])
    d = step(d, words[at + 3]!, PRIMES[3])
  }
  for (let at = whole; at < length; at += 1) a = step(a, body[at]!, PRIMES[0])
  return `W/"${Buffer.from(Int32Array.of(a, b, c, d).buffer).toString('base64url')}"`
}

function step(lane: number, word: number, prime: number): number {
  const mixed = Math.imul(lane ^ word, prime)
  return (mixed << 13) | (mixed >>> 19)
}

/** The first bytes as words. Words must start at a multiple of their size, and be read alike on every machine. */
function wordsOf(body: Buffer, bytes: number): Int32Array {
  const isPlain = body.byteOffset % WORD === 0 && !IS_BIG_ENDIAN
  if (isPlain) return new Int32Array(body.buffer, body.byteOffset, bytes / WORD)
  const copy = Buffer.from(new Uint8Array(body.subarray(0, bytes)).buffer)
  return new Int32Array((IS_BIG_ENDIAN ? copy.swap32() : copy).buffer, 0, bytes / WORD)
}
