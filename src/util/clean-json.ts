/** Makes parsed JSON safe to traverse and to copy. */

/** The value is nested more deeply than allowed. */
export class TooDeepError extends Error {}

/** Returns the value without the key `__proto__` at any depth. Throws TooDeepError if it has more than `limit` levels. */
export function cleanJson(value: unknown, limit: number, depth = 1): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > limit) throw new TooDeepError()
  if (Array.isArray(value)) return value.map(item => cleanJson(item, limit, depth + 1))
  const members = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(members.map(([key, member]) => [key, cleanJson(member, limit, depth + 1)]))
}
