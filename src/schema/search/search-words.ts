/**
 * Text -> the words that are indexed and searched for. Both databases get finished words, so that they agree on what a word
 * is, and so that accents need no extension of the server.
 */

export interface FoundWord {
  /** Without accents, in lower case. */
  readonly word: string
  /** Where it is in the text. */
  readonly start: number
  readonly end: number
}

/** Longer words are cut. */
const LONGEST_WORD = 40
/** Scripts without spaces between words: every character is a word of its own. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const ACCENTS = /[\u0300-\u036f]/g
const NO_PART_OF_A_WORD = /[^\p{L}\p{N}\p{M}]/gu
/** Most words are like this, and need no more than lower case. */
const PLAIN = /^[a-z0-9]+$/i
/** Letters that do not consist of a plain letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const OTHER_LETTERS = /[ßæœøłđðþı]/g

export function* searchWords(text: string): Generator<FoundWord> {
  for (const found of text.matchAll(RUN)) {
    const [run] = found
    if (PLAIN.test(run)) {
      yield { word: plainWord(run), start: found.index, end: found.index + run.length }
      continue
    }
    for (const part of partsOf(run)) {
      const word = folded(part.text)
      const start = found.index + part.start
      if (word !== '') yield { word, start, end: start + part.text.length }
    }
  }
}

/** A run of letters may change its script in the middle. */
function partsOf(run: string): readonly { readonly text: string; readonly start: number }[] {
  if (!UNSPACED.test(run)) return [{ text: run, start: 0 }]
  const parts: { text: string; start: number }[] = []
  let plain = 0
  let at = 0
  for (const character of run) {
    if (UNSPACED.test(character)) {
      if (plain < at) parts.push({ text: run.slice(plain, at), start: plain })
      parts.push({ text: character, start: at })
      plain = at + character.length
    }
    at += character.length
  }
  if (plain < at) parts.push({ text: run.slice(plain), start: plain })
  return parts
}

function plainWord(text: string): string {
  return text.toLowerCase().slice(0, LONGEST_WORD)
}

/** `Café` -> `cafe` */
function folded(text: string): string {
  if (PLAIN.test(text)) return plainWord(text)
  const plain = text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(OTHER_LETTERS, letter => LETTERS[letter]!)
    .replace(NO_PART_OF_A_WORD, '')
    .normalize('NFC')
  return [...plain].slice(0, LONGEST_WORD).join('')
}

/** Whether the characters of a script follow each other without spaces. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word)
}
