/** Prints a value as the messages of the wire format show it. */

/** `printValue('a')` is `"a"` in quotes; objects are JSON, in which strings are quoted twice and numbers once. */
export function printValue(value: unknown): string {
  return printSimple(value) ?? JSON.stringify(value, (_key, member: unknown) => printSimple(member) ?? member, 2)
}

function printSimple(value: unknown): string | null {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  return value === null || value === undefined || typeof value === 'boolean' ? String(value) : null
}
