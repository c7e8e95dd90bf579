/**
 * Removes a run of characters from the ends of a text, one by one. A pattern such as `/\/+$/` would try each slash of the text as
 * the first one of the last run, so that a text with many of them takes the square of its length.
 */

/** `trimEnd('a//', '/')` is `a`. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** `trimStart('//a', '/')` is `a`. */
export function trimStart(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start += 1
  return text.slice(start)
}

/** `trimBoth('//a//', '/')` is `a`. */
export function trimBoth(text: string, characters: string): string {
  return trimEnd(trimStart(text, characters), characters)
}
