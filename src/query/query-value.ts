/** What the bracket notation can express: strings, nulls (`a` without `=`), lists and objects, nested. */
import { isRecord } from '../util/is-record.ts'

export type QueryValue = string | null | readonly QueryValue[] | QueryObject

export interface QueryObject {
  readonly [key: string]: QueryValue
}

export function isList(value: QueryValue | undefined): value is readonly QueryValue[] {
  return Array.isArray(value)
}

export function isObject(value: QueryValue | undefined): value is QueryObject {
  return isRecord(value)
}

/** Absent, `null` or an empty string: Strapi ignores such a parameter. */
export function isBlank(value: QueryValue | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === ''
}

/** `joinPath('populate', 'author')` is `populate[author]`, as the client wrote it. */
export function joinPath(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}[${key}]`
}

/** A value in a form suitable for a message: short and on one line. */
export function shown(value: QueryValue): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
