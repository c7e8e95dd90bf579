/** Values of a project's code in the form of a query's values, which are texts. */
import type { QueryObject, QueryValue } from '../../../query/query-value.ts'

/** An object that was written as one, not an instance of a class. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype as object) === null
}

/** `at` names the place in messages: `where.title.$eq`. */
export function toQueryValue(value: unknown, at: string): QueryValue {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item, index) => toQueryValue(item, `${at}[${index}]`))
  if (isRecord(value)) return toQueryObject(value, at)
  throw new TypeError(`${at} is ${value === undefined ? 'undefined' : `a ${typeof value}`}; expected a value`)
}

function toQueryObject(value: Record<string, unknown>, at: string): QueryObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toQueryValue(item, `${at}.${key}`)]))
}
