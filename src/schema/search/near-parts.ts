/**
 * Typing errors. Two words are alike if leaving out at most one letter of each makes them equal: a letter is missing, added,
 * wrong, or in another place. What is left of a word is looked up like a word, which needs no comparison of all words.
 */

/** Shorter words are like too many others. */
const SHORTEST_TYPED = 5
const SHORTEST_STORED = 4
const LONGEST = 24
/** Most words are like this, and have as many letters as units. */
const PLAIN = /^[a-z]+$/

/** Whether a word of a query also finds words that are like it. */
export function allowsTypingErrors(word: string): boolean {
  return isWithin(word, SHORTEST_TYPED)
}

/** Whether a word of a text can be found with a typing error. */
export function isFoundNearby(word: string): boolean {
  return isWithin(word, SHORTEST_STORED)
}

/** Numbers are never mistyped: 2023 is not like 2024. */
function isWithin(word: string, shortest: number): boolean {
  if (PLAIN.test(word)) return word.length >= shortest && word.length <= LONGEST
  const { length } = [...word]
  return length >= shortest && length <= LONGEST && !/^\p{N}+$/u.test(word)
}

/** The word, and the word without one of its letters. */
export function nearParts(word: string): readonly string[] {
  const parts = new Set([word])
  let at = 0
  for (const letter of word) {
    const next = at + letter.length
    parts.add(word.slice(0, at) + word.slice(next))
    at = next
  }
  return [...parts]
}
