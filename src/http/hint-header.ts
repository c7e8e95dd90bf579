/** Hints for developers. They travel in a header: answers that succeed have no room for them, and Strapi's errors neither. */

export const HINT_HEADER = 'x-populus-hint'

/** Clients refuse headers that are too long, and the whole answer with them. */
export function hintText(text: string): string {
  return text.slice(0, 500).replace(/[^\x20-\x7e]/g, '?')
}
