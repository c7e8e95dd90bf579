/** Prints a value as the messages of the wire format show it. */
import { shortened } from '../../util/named-problems.ts'

/** Longer values are cut. */
const LONGEST_VALUE = 1000

/** `printValue('a')` is `"a"` in quotes; objects are JSON, in which strings are quoted twice and numbers once. */
export function printValue(value: unknown): string {
  const text =
    printSimple(value) ??
    JSON.stringify(beginning(value), (_key, member: unknown) => printSimple(member) ?? member, 2) ??
    ''
  return shortened(text, LONGEST_VALUE)
}

function printSimple(value: unknown): string | null {
  if (typeof value === 'string') return `"${value.slice(0, LONGEST_VALUE)}"`
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  return value === null || value === undefined || typeof value === 'boolean' ? String(value) : null
}

/** As much of a list or an object as is shown: each of its members takes a character at least. */
function beginning(value: unknown, left = { members: LONGEST_VALUE }): unknown {
  left.members -= 1
  if (printSimple(value) !== null || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (left.members <= 0) break
      items.push(beginning(item, left))
    }
    return items
  }
  const members: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    if (left.members <= 0) break
    members[key] = beginning(member, left)
  }
  return members
}
