/**
 * The largest id that a row can have. Ids of PostgreSQL and SQLite have 64 bits, numbers in JSON 53; the search index on SQLite
 * has 49 for a row (`sql/search/sqlite-index.ts`).
 */
export const ID_BITS = 49
export const LARGEST_ID = 2 ** ID_BITS - 1

/** `null` for a text that cannot be an id. */
export function idOfText(text: string): number | null {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return isId(id) ? id : null
}

export function isId(given: unknown): given is number {
  return Number.isInteger(given) && (given as number) >= 1 && (given as number) <= LARGEST_ID
}
