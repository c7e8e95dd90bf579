/** Reads parsed JSON of any shape. */
import { isRecord } from '../util/is-record.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject: (value: unknown) => value is JsonObject = isRecord

/** The object under a key, or an empty one. */
/**
 * With other names or values of its members. A member that gets its name from another one has it, whatever was there. What is not an
 * object stays as it is.
 */
export function mapMembers(
  given: unknown,
  change: (name: string, value: unknown) => readonly [string, unknown],
): unknown {
  if (!isObject(given)) return given
  const members = new Map<string, unknown>()
  for (const [before, value] of Object.entries(given)) {
    const [name, changed] = change(before, value)
    if (name !== before || !members.has(name)) members.set(name, changed)
  }
  return Object.fromEntries(members)
}

export function objectAt(holder: JsonObject, key: string): JsonObject {
  const value = holder[key]
  return isObject(value) ? value : {}
}

/** The string under a key; `null` if it is missing or empty. */
export function textAt(holder: JsonObject, key: string): string | null {
  const value = holder[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The strings in the list under a key; other members are skipped. */
export function textsAt(holder: JsonObject, key: string): readonly string[] {
  const value = holder[key]
  return Array.isArray(value) ? value.filter(member => typeof member === 'string') : []
}

/** A frozen copy; the caller's own value stays as it is. */
export function frozenCopy(value: JsonObject): JsonObject {
  return freezeAll(structuredClone(value))
}

function freezeAll<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) freezeAll(member)
  return Object.freeze(value)
}
