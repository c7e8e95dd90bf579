/**
 * The entity tag of a body: a hash of its bytes, so equal bytes have equal tags in every process and after every restart.
 * Four lanes take two 32-bit words each in turn. Every step of a lane can be undone, so bodies that differ in a single
 * word never have the same tag. For other differences, equal tags are as unlikely as with any hash of this size that is
 * not made to resist an attacker; whoever can choose the content has nothing to gain here.
 */
import { endianness } from 'node:os'

const [FIRST, SECOND, THIRD, FOURTH] = [0x9e3779b1 | 0, 0x85ebca77 | 0, 0xc2b2ae3d | 0, 0x27d4eb2f | 0]
const WORD = 4
/** Bytes and words of one turn. */
const TURN = 32
const TURN_WORDS = TURN / WORD
const IS_BIG_ENDIAN = endianness() === 'BE'

export function contentTag(body: Buffer): string {
  const length = body.length
  const whole = length - (length % TURN)
  const words = wordsOf(body, whole)
  let a = length | 0
  let b = SECOND
  let c = THIRD
  let d = FOURTH
  for (let at = 0; at < words.length; at += TURN_WORDS) {
    a = turned(Math.imul(a ^ words[at]!, FIRST) + Math.imul(words[at + 4]!, THIRD))
    b = turned(Math.imul(b ^ words[at + 1]!, SECOND) + Math.imul(words[at + 5]!, FOURTH))
    c = turned(Math.imul(c ^ words[at + 2]!, THIRD) + Math.imul(words[at + 6]!, FIRST))
    d = turned(Math.imul(d ^ words[at + 3]!, FOURTH) + Math.imul(words[at + 7]!, SECOND))
  }
  for (let at = whole; at < length; at += 1) a = turned(Math.imul(a ^ body[at]!, FIRST))
  const hash = Buffer.allocUnsafe(4 * WORD)
  for (const [lane, value] of [a, b, c, d].entries()) hash.writeInt32LE(value, lane * WORD)
  return `W/"${hash.toString('base64url')}"`
}

function turned(lane: number): number {
  return (lane << 13) | (lane >>> 19)
}

/** The first bytes as words. Words must start at a multiple of their size, and be read alike on every machine. */
function wordsOf(body: Buffer, bytes: number): Int32Array {
  const isPlain = body.byteOffset % WORD === 0 && !IS_BIG_ENDIAN
  if (isPlain) return new Int32Array(body.buffer, body.byteOffset, bytes / WORD)
  const copy = Buffer.from(new Uint8Array(body.subarray(0, bytes)).buffer)
  return new Int32Array((IS_BIG_ENDIAN ? copy.swap32() : copy).buffer, 0, bytes / WORD)
}
