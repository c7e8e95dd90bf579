/** Counts what JSON text will make, without making it: to read many names takes far longer than to count them. */

export interface JsonSize {
  /** Names of members, at all levels. */
  readonly names: number
  /** Values that hold no others: texts, numbers, empty lists and so on. */
  readonly values: number
  /** How deeply lists and objects are nested. */
  readonly levels: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** `jsonSize('{"a":[1,"b,c"]}')` is one name (`a`) and two values at two levels. Text that is not JSON has some size, too. */
export function jsonSize(text: string): JsonSize {
  let names = 0
  let commas = 0
  let depth = 0
  let levels = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isText = !isText
    else if (code === BACKSLASH) at += 1
    else if (isText) continue
    else if (code === COLON) names += 1
    else if (code === COMMA) commas += 1
    else if (code === LIST || code === OBJECT) levels = Math.max(levels, ++depth)
    else if (code === END_OF_LIST || code === END_OF_OBJECT) depth -= 1
  }
  // Every list or object with several members has a comma between two of them.
  return { names, values: commas + 1, levels }
}
