/** Help for the developer, which travels in a header: the body is fixed by the wire format. */

export const HINT_HEADER = 'x-populus-hint'

/** Clients refuse headers that are too long, and with them the whole answer. */
export function hintText(text: string): string {
  return text.slice(0, 500).replace(/[^\x20-\x7e]/g, '?')
}
