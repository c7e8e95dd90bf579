/** Makes parsed JSON safe to traverse and to copy. */

/** The value is nested more deeply than allowed. */
export class TooDeepError extends Error {}

/**
 * Returns the value without the key `__proto__` at any depth; what does not have it is not copied. Throws TooDeepError if
 * the value has more than `limit` levels.
 */
export function cleanJson(value: unknown, limit: number, depth = 1): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > limit) throw new TooDeepError()
  if (Array.isArray(value)) {
    const items = value.map(item => cleanJson(item, limit, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const members = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(members)
  const clean = keys.map(key => cleanJson(members[key], limit, depth + 1))
  const isClean =
    !Object.hasOwn(members, '__proto__') && clean.every((member, index) => member === members[keys[index]!])
  if (isClean) return value
  return Object.fromEntries(keys.map((key, index) => [key, clean[index]]).filter(([key]) => key !== '__proto__'))
}
