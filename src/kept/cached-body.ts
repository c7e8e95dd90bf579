/** The bytes of an answer, and their compressed forms once they have been requested. */
import { endianness } from 'node:os'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const compressors: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: plain =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: plain => promisify(gzip)(plain, { level: 6 }),
}

/** Shorter bodies are sent uncompressed. */
const WORTH_COMPRESSING = 1024

/** The compressed form, made in the background; `undefined` if that is not worth it. */
export async function compressed(plain: Buffer, encoding: Encoding): Promise<Buffer | undefined> {
  return plain.length < WORTH_COMPRESSING ? undefined : compressors[encoding](plain)
}

export class CachedBody {
  readonly plain: Buffer
  /** Most bodies are never requested in another form, and a map takes as much memory as a short body. */
  #compressed: Map<Encoding, Buffer | 'on its way'> | undefined
  readonly #grown: (() => void) | undefined

  /** `grown` is called when a compressed form has been added; without it, there are none: nobody would ask for them again. */
  constructor(plain: Buffer, grown?: () => void) {
    this.plain = plain
    this.#grown = grown
  }

  /**
   * The compressed form, if it exists. Otherwise it is made in the background: nobody waits for it, and the next caller
   * gets it.
   */
  as(encoding: Encoding): Buffer | undefined {
    const known = this.#compressed?.get(encoding)
    if (known === undefined && this.#grown !== undefined) this.#compress(encoding, this.#grown)
    return known === 'on its way' ? undefined : known
  }

  /** The size of all forms together. */
  get bytes(): number {
    let bytes = this.plain.length
    for (const form of this.#compressed?.values() ?? []) if (form !== 'on its way') bytes += form.length
    return bytes
  }

  #compress(encoding: Encoding, grown: () => void): void {
    if (this.plain.length < WORTH_COMPRESSING) return
    const forms = this.#compressed ?? new Map<Encoding, Buffer | 'on its way'>()
    this.#compressed = forms
    forms.set(encoding, 'on its way')
    compressors[encoding](this.plain).then(
      compressed => {
        forms.set(encoding, compressed)
        grown()
      },
      () => forms.delete(encoding),
    )
  }
}

// The entity tag of a body: a hash of its bytes, so equal bytes have equal tags in every process and after every restart.
// Four lanes of 32 bits take one word each in turn, and pass what they have become on to their neighbours. Every step can
// be undone, so bodies of one length that differ in a single word never have the same tag. Other differences reach two
// lanes or more before a later word can cancel them, which has a chance of less than one in 2^64. This does not resist an
// attacker, but whoever can choose the content has nothing to gain here.

const WORD = 4
const IS_BIG_ENDIAN = endianness() === 'BE'

const hash = Buffer.alloc(4 * WORD)

export function contentTag(body: Buffer): string {
  // In the bundle, constants of the module are variables. With them, this would take twice as long.
  const first = 0x9e3779b1 | 0
  const second = 0x85ebca77 | 0
  const third = 0xc2b2ae3d | 0
  const fourth = 0x27d4eb2f | 0
  const length = body.length
  // Each turn of the loop takes eight words, two for each lane.
  const count = (length >>> 5) << 3
  const words = wordsOf(body, count)
  let a = length | 0
  let b = second
  let c = third
  let d = fourth
  for (let at = 0; at < count; at += 8) {
    a = mixed(a, words[at]!, first, b)
    b = mixed(b, words[at + 1]!, second, c)
    c = mixed(c, words[at + 2]!, third, d)
    d = mixed(d, words[at + 3]!, fourth, a)
    a = mixed(a, words[at + 4]!, first, b)
    b = mixed(b, words[at + 5]!, second, c)
    c = mixed(c, words[at + 6]!, third, d)
    d = mixed(d, words[at + 7]!, fourth, a)
  }
  for (let at = count * WORD; at < length; at += 1) {
    const next = mixed(a, body[at]!, first, b)
    a = b
    b = c
    c = d
    d = next
  }
  return tagOf(a, b, c, d)
}

function mixed(lane: number, word: number, prime: number, neighbour: number): number {
  return (Math.imul(((lane << 13) | (lane >>> 19)) ^ word, prime) + neighbour) | 0
}

function tagOf(a: number, b: number, c: number, d: number): string {
  hash.writeInt32LE(a, 0)
  hash.writeInt32LE(b, WORD)
  hash.writeInt32LE(c, 2 * WORD)
  hash.writeInt32LE(d, 3 * WORD)
  return `W/"${hash.toString('base64url')}"`
}

/** The first words. They must start at a multiple of their size, and be read alike on every machine. */
function wordsOf(body: Buffer, count: number): Int32Array {
  const isPlain = body.byteOffset % WORD === 0 && !IS_BIG_ENDIAN
  if (isPlain) return new Int32Array(body.buffer, body.byteOffset, count)
  const copy = Buffer.from(new Uint8Array(body.subarray(0, count * WORD)).buffer)
  return new Int32Array((IS_BIG_ENDIAN ? copy.swap32() : copy).buffer, 0, count)
}
