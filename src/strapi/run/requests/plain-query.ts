/** A query as text would give it. Code may have put values into it that no text has. */
import type { QueryObject, QueryValue } from '../../../query/query-value.ts'

export function plainQuery(query: Readonly<Record<string, unknown>>): QueryObject {
  const members = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members.map(([name, value]) => [name, plainValue(value)]))
}

function plainValue(value: unknown): QueryValue {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.filter(item => item !== undefined).map(plainValue)
  return typeof value === 'object' ? plainQuery(value as Record<string, unknown>) : String(value)
}
