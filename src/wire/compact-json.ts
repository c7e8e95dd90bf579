/**
 * Copies JSON without the blanks between its parts, as `JSON.stringify(JSON.parse(text))` would write it, in one pass over the bytes.
 * What that would write in another way is left to it: escaped characters, numbers in other forms, keys that come twice or are moved.
 */
import type { ByteOutput } from './byte-output.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20
const COMMA = 0x2c
const COLON = 0x3a
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const WORDS: Readonly<Record<number, Uint8Array>> = Object.fromEntries(
  ['true', 'false', 'null'].map(word => [word.charCodeAt(0), Buffer.from(word)]),
)

/** A number with not more digits is written as it was read. */
const MOST_DIGITS = 15
const DEEPEST = 50
/** Each key is compared with those before it. */
const MOST_KEYS = 50

/**
 * Writes the JSON between `start` and `end`, which is `quoted` if it is the inside of a JSON string itself, with its quotation marks.
 * Returns false, with nothing written, for what has to be parsed, be it JSON or not.
 */
export function writeCompact(
  output: ByteOutput,
  source: Buffer,
  { start, end, quoted }: { readonly start: number; readonly end: number; readonly quoted: boolean },
): boolean {
  const room = output.reserve(end - start)
  const at = quoted ? start + 1 : start
  const compactor = new Compactor({ source, room, quoted, end: quoted ? end - 1 : end }, at, output.length)
  if (!compactor.isWhole()) return false
  output.wroteUpTo(compactor.to)
  return true
}

interface Bytes {
  readonly source: Buffer
  readonly room: Buffer
  /** Whether each quotation mark is escaped. */
  readonly quoted: boolean
  /** Where the source ends. */
  readonly end: number
}

/** Copies one part after the other. Each method returns false for what it leaves to others. */
class Compactor {
  readonly #source: Buffer
  readonly #room: Buffer
  readonly #quoted: boolean
  readonly #end: number
  #at: number
  /** Where what was written ends. */
  to: number

  constructor({ source, room, quoted, end }: Bytes, at: number, to: number) {
    this.#source = source
    this.#room = room
    this.#quoted = quoted
    this.#end = end
    this.#at = at
    this.to = to
  }

  isWhole(): boolean {
    return this.#value(0) && this.#next() === undefined
  }

  /** The first byte that is no blank; `undefined` at the end. A quotation mark stands for itself and what escapes it. */
  #next(): number | undefined {
    const source = this.#source
    let at = this.#at
    while (at < this.#end && source[at] === BLANK) at += 1
    this.#at = at
    if (at >= this.#end) return undefined
    const byte = source[at]!
    return this.#quoted && byte === BACKSLASH ? source[at + 1] : byte
  }

  #take(): void {
    this.#room[this.to++] = this.#source[this.#at++]!
  }

  #value(depth: number): boolean {
    const byte = this.#next()
    if (byte === undefined) return false
    if (byte === QUOTE) return this.#text()
    if (byte === OPEN_OBJECT) return depth < DEEPEST && this.#object(depth + 1)
    if (byte === OPEN_LIST) return depth < DEEPEST && this.#list(depth + 1)
    const word = WORDS[byte]
    return word === undefined ? this.#number() : this.#word(word)
  }

  /** Most bytes are those of texts, so they are kept in variables here. */
  #text(): boolean {
    const source = this.#source
    const room = this.#room
    const end = this.#end
    const ending = this.#quoted ? BACKSLASH : QUOTE
    let at = this.#at + (this.#quoted ? 2 : 1)
    let to = this.to
    room[to++] = QUOTE
    while (at < end) {
      const byte = source[at++]!
      if (byte === ending) {
        if (ending === BACKSLASH && source[at++] !== QUOTE) return false
        room[to++] = QUOTE
        this.#at = at
        this.to = to
        return at <= end
      }
      if (byte < BLANK || byte === BACKSLASH || byte === QUOTE) return false
      room[to++] = byte
    }
    return false
  }

  #word(word: Uint8Array): boolean {
    for (const byte of word) {
      if (this.#at >= this.#end || this.#source[this.#at] !== byte) return false
      this.#take()
    }
    return true
  }

  #number(): boolean {
    const source = this.#source
    const isNegative = source[this.#at] === MINUS
    if (isNegative) this.#take()
    const isSmall = source[this.#at] === ZERO
    const whole = this.#digits()
    if (whole === 0 || (isSmall && whole > 1)) return false
    if (this.#at >= this.#end || source[this.#at] !== POINT)
      return whole <= MOST_DIGITS && !(isSmall && isNegative) && this.#isOver()
    this.#take()
    // Very small ones are written with an exponent.
    if (isSmall && source[this.#at] === ZERO) return false
    const parts = this.#digits()
    return parts > 0 && whole + parts <= MOST_DIGITS && this.#room[this.to - 1] !== ZERO && this.#isOver()
  }

  /** Whether a number ends here, and has no exponent. */
  #isOver(): boolean {
    const byte = this.#next()
    return byte === undefined || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT
  }

  #digits(): number {
    const from = this.to
    while (this.#at < this.#end && this.#source[this.#at]! >= ZERO && this.#source[this.#at]! <= NINE) this.#take()
    return this.to - from
  }

  #list(depth: number): boolean {
    this.#take()
    if (this.#next() === CLOSE_LIST) {
      this.#take()
      return true
    }
    while (this.#value(depth)) {
      const byte = this.#next()
      if (byte !== COMMA && byte !== CLOSE_LIST) return false
      this.#take()
      if (byte === CLOSE_LIST) return true
    }
    return false
  }

  #object(depth: number): boolean {
    this.#take()
    if (this.#next() === CLOSE_OBJECT) {
      this.#take()
      return true
    }
    const keys: number[] = []
    for (;;) {
      if (!this.#key(keys) || this.#next() !== COLON) return false
      this.#take()
      if (!this.#value(depth)) return false
      const byte = this.#next()
      if (byte !== COMMA && byte !== CLOSE_OBJECT) return false
      this.#take()
      if (byte === CLOSE_OBJECT) return true
    }
  }

  /** `keys`: where those before it begin and end, in turn. */
  #key(keys: number[]): boolean {
    if (this.#next() !== QUOTE) return false
    const from = this.to
    if (!this.#text()) return false
    const first = this.#room[from + 1]!
    // Whole numbers come first.
    if (first >= ZERO && first <= NINE) return false
    if (keys.length >= 2 * MOST_KEYS || this.#isAmong(keys, from)) return false
    keys.push(from, this.to)
    return true
  }

  #isAmong(keys: readonly number[], from: number): boolean {
    const length = this.to - from
    for (let index = 0; index < keys.length; index += 2) {
      const start = keys[index]!
      if (keys[index + 1]! - start !== length) continue
      let same = 0
      while (same < length && this.#room[start + same] === this.#room[from + same]) same += 1
      if (same === length) return true
    }
    return false
  }
}
