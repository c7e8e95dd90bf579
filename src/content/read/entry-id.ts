/** The id of an entry, as it comes in a path. */

const LARGEST_ID = 2 ** 31 - 1

/** `null` for a text that cannot be one. */
export function entryIdOf(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id >= 1 && id <= LARGEST_ID ? id : null
}
