/**
 * Where the field lists are stored: as one JSON value in Strapi's settings table, in the same file as the permissions that
 * they limit, so one commit changes both. A table of our own would not survive there: Strapi drops tables that it does not
 * know, but leaves settings alone.
 *
 *     {"2":{"api::article.article":{"fields":["title"],"sortFields":["title"]}}}
 */
import { PopulusError } from '../../errors.ts'
import { isObject } from '../../schema/json-value.ts'
import type { Row } from '../../sql/statement.ts'
import { deleteCoreStore, setCoreStore } from '../../tables/core-store.ts'
import { FIELD_LISTS_KEY } from '../../tables/desired/field-grants.ts'
import type { Run } from '../records/change-rights.ts'
import { LIST_NAMES, type RoleLists, type TypeLists } from './field-lists.ts'

/** The lists of all roles, by id. */
export type AllLists = ReadonlyMap<number, RoleLists>

/** Decodes the rows of `selectFieldLists`; `null` if they cannot be parsed: then nobody may do anything. */
export function decodeFieldLists(rows: readonly Row[]): AllLists | null {
  if (rows.length === 0) return new Map()
  if (rows.length > 1) return null
  try {
    const stored: unknown = JSON.parse(String(rows[0]?.[0]))
    if (!isObject(stored)) return null
    return new Map(Object.entries(stored).map(([roleId, lists]) => [Number(roleId), decodeRole(lists)]))
  } catch {
    return null
  }
}

function decodeRole(stored: unknown): RoleLists {
  if (!isObject(stored)) throw new TypeError('expected lists by uid')
  return new Map(Object.entries(stored).map(([uid, lists]) => [uid, decodeType(lists)]))
}

/** A list that cannot be parsed grants nothing. */
function decodeType(stored: unknown): TypeLists {
  if (!isObject(stored)) throw new TypeError('expected lists by name')
  const lists = LIST_NAMES.flatMap(name => {
    const list = stored[name]
    if (list === undefined) return []
    return [[name, Array.isArray(list) ? list.map(String) : []] as const]
  })
  return Object.fromEntries(lists)
}

/** Throws `unavailable` if the stored lists cannot be parsed. Overwriting them would open what they limit. */
export function checkedLists(lists: AllLists | null): AllLists {
  if (lists !== null) return lists
  const cause = new Error(`The setting ${FIELD_LISTS_KEY} in strapi_core_store_settings cannot be parsed`)
  throw new PopulusError('unavailable', {}, { cause })
}

export async function storeFieldLists(run: Run, lists: AllLists): Promise<void> {
  const roles = [...lists].flatMap(([roleId, types]) => {
    const limited = [...types].filter(([, given]) => Object.keys(given).length > 0)
    return limited.length === 0 ? [] : [[String(roleId), Object.fromEntries(limited)] as const]
  })
  if (roles.length === 0) await deleteCoreStore(run, FIELD_LISTS_KEY)
  else await setCoreStore(run, FIELD_LISTS_KEY, Object.fromEntries(roles))
}
