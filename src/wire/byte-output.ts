/**
 * Assembles bytes piece by piece. A long answer built as a string is copied several times before it is sent, and a single
 * character beyond Latin-1 doubles its size. Here bytes are written where they stay.
 */

/** Initial room. It grows with the largest answer, and anything above the second value is released afterwards. */
const FIRST_ROOM = 64 * 1024
const LARGEST_KEPT = 1024 * 1024

/** Up to this many bytes, a loop is faster than a call. */
const SHORT = 48

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const FIRST_PLAIN = ' '.charCodeAt(0)

/** Characters that JSON escapes, and how. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are looked for
const ESCAPED = /[\u0000-\u001f"\\]/g
const ESCAPES = Array.from({ length: BACKSLASH + 1 }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
)
const LONGEST_ESCAPE = 6

export class ByteOutput {
  #bytes = Buffer.allocUnsafeSlow(FIRST_ROOM)
  #length = 0

  get length(): number {
    return this.#length
  }

  put(piece: Uint8Array): void {
    this.copy(piece, 0, piece.length)
  }

  /** A part of other bytes. */
  copy(source: Uint8Array, start: number, end: number): void {
    const bytes = this.reserve(end - start)
    const length = this.#length
    if (end - start > SHORT) bytes.set(new Uint8Array(source.buffer, source.byteOffset + start, end - start), length)
    else for (let from = start, to = length; from < end; from += 1, to += 1) bytes[to] = source[from]!
    this.#length = length + end - start
  }

  /** The same, escaped for the inside of a JSON string. */
  copyEscaped(source: Buffer, start: number, end: number): void {
    if (end - start > SHORT) this.#copyLongEscaped(source, start, end)
    else this.#copyShortEscaped(source, start, end)
  }

  /** Copies everything between two escaped characters at once. */
  #copyLongEscaped(source: Buffer, start: number, end: number): void {
    const text = source.toString('latin1', start, end)
    let from = start
    ESCAPED.lastIndex = 0
    while (ESCAPED.test(text)) {
      const at = start + ESCAPED.lastIndex - 1
      this.copy(source, from, at)
      this.put(ESCAPES[source[at]!]!)
      from = at + 1
    }
    this.copy(source, from, end)
  }

  #copyShortEscaped(source: Buffer, start: number, end: number): void {
    const bytes = this.reserve((end - start) * LONGEST_ESCAPE)
    let to = this.#length
    for (let from = start; from < end; from += 1) {
      const code = source[from]!
      if (code >= FIRST_PLAIN && code !== QUOTE && code !== BACKSLASH) {
        bytes[to] = code
        to += 1
      } else for (const escaped of ESCAPES[code]!) bytes[to++] = escaped
    }
    this.#length = to
  }

  byte(code: number): void {
    this.reserve(1)[this.#length] = code
    this.#length += 1
  }

  /** ASCII text only. */
  ascii(text: string): void {
    const bytes = this.reserve(text.length)
    for (let index = 0; index < text.length; index += 1) bytes[this.#length + index] = text.charCodeAt(index)
    this.#length += text.length
  }

  /** Makes room for this many more bytes, to be written from `length` on. `wroteUpTo` then sets where they end. */
  reserve(more: number): Buffer {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return this.#bytes
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
    return larger
  }

  wroteUpTo(end: number): void {
    this.#length = end
  }

  /** Removes bytes from the middle. */
  remove(start: number, count: number): void {
    this.#bytes.copyWithin(start, start + count, this.#length)
    this.#length -= count
  }

  /** Removes everything after a length. */
  cut(length: number): void {
    this.#length = length
  }

  /** Returns everything that was written, and starts over. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#length)
    this.#bytes.copy(taken, 0, 0, this.#length)
    this.clear()
    return taken
  }

  clear(): void {
    this.#length = 0
    if (this.#bytes.length > LARGEST_KEPT) this.#bytes = Buffer.allocUnsafeSlow(FIRST_ROOM)
  }
}
