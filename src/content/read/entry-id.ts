/** The id of an entry, as given in a path. */

const LARGEST_ID = 2 ** 31 - 1

/** `null` for a string that cannot be an id. */
export function entryIdOf(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id >= 1 && id <= LARGEST_ID ? id : null
}
