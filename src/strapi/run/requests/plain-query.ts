/** A query as text would give it. Code may have put values into it that no text has. */
import { isList, isObject, type QueryObject, type QueryValue } from '../../../query/query-value.ts'
import { isRecord } from '../../../util/is-record.ts'

export function plainQuery(query: Readonly<Record<string, unknown>>): QueryObject {
  const members = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    members.map(([name, value]) => [name, name === 'filters' ? plainFilters(value) : plainValue(value)]),
  )
}

function plainValue(value: unknown): QueryValue {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.filter(item => item !== undefined).map(plainValue)
  return typeof value === 'object' ? plainQuery(value as Record<string, unknown>) : String(value)
}

/** A filter by a value that is not there must not become no filter: `{ owner: ctx.state.user?.id }` finds nothing. */
function plainFilters(value: unknown): QueryValue {
  if (Array.isArray(value)) return value.map(item => (item === undefined ? refuseUnset('a list') : plainFilters(item)))
  if (!isRecord(value) || value instanceof Date) return plainValue(value)
  const members = Object.entries(value).map(([name, item]) => {
    if (item === undefined) return [name, name.startsWith('$') ? refuseUnset(name) : NOTHING]
    const plain = plainFilters(item)
    return [name, !name.startsWith('$') && isEmptyGroup(plain) ? ANY_OR_NONE : plain]
  })
  return Object.fromEntries(members) as QueryObject
}

/** No value is one of these. */
const NOTHING: QueryValue = [null]

/** An error of the code, as in Strapi. */
function refuseUnset(place: string): never {
  throw new TypeError(`filters: a value of ${place} is undefined`)
}

/** `author: { $or: [] }` excludes nothing, but only those who may read the author may name it. */
const ANY_OR_NONE: QueryObject = { $or: [{ id: { $null: 'true' } }, { id: { $null: 'false' } }] }

function isEmptyGroup(value: QueryValue): boolean {
  const members = isObject(value) ? Object.entries(value) : []
  return (
    members.length > 0 &&
    members.every(([name, item]) => /^\$(or|and)$/.test(name) && isList(item) && item.length === 0)
  )
}
