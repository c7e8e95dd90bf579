/** The entries of a list answer, as the bytes that they are in it. */

export interface NumberedEntries {
  readonly entries: readonly { readonly id: string; readonly bytes: Buffer }[]
  /** What follows the list: `,"meta":{…}}`. */
  readonly rest: Buffer
}

const START = Buffer.from('{"data":[')
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b])
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d])

/** `null` if the answer is no list of entries that begin with their ids. Reads each byte once. */
export function numberedEntries(answer: Buffer): NumberedEntries | null {
  if (!answer.subarray(0, START.length).equals(START)) return null
  const entries: { id: string; bytes: Buffer }[] = []
  let depth = 0
  let start = START.length
  for (let at = start; at < answer.length; at += 1) {
    const byte = answer[at]!
    if (byte === QUOTE) at = endOfText(answer, at)
    else if (OPENING.has(byte)) depth += 1
    else if (CLOSING.has(byte) || byte === COMMA) {
      if (depth === 0) {
        const bytes = answer.subarray(start, at)
        const id = /^\{"id":(\d{1,16})[,}]/.exec(bytes.subarray(0, 30).toString('latin1'))?.[1]
        if (id !== undefined) entries.push({ id, bytes })
        else if (bytes.length > 0) return null
        if (byte !== COMMA) return { entries, rest: answer.subarray(at + 1) }
        start = at + 1
      } else if (byte !== COMMA) depth -= 1
    }
  }
  return null
}

/** Where the quote is that ends the text. */
function endOfText(answer: Buffer, start: number): number {
  for (let at = start + 1; at < answer.length; at += 1) {
    if (answer[at] === BACKSLASH) at += 1
    else if (answer[at] === QUOTE) return at
  }
  return answer.length
}
