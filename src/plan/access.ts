/** What the caller may do, as a plain value. Made by `access/`, used by planning; nothing else decides. */

export interface Access {
  /** Equal fingerprints mean equal rights: plans and answers may be shared between such callers. */
  readonly fingerprint: string
  /** True for callers who may do everything (full-access tokens). */
  readonly everything: boolean
  /** Granted actions, such as `api::article.article.find`. */
  readonly actions: ReadonlySet<string>
  /** For types whose `find` grant lists fields: those fields, by uid. A type without an entry has all of its fields granted. */
  readonly fields: FieldLists
  /** For types whose grant lists the fields to filter and search by: those, by uid. Others are filtered by what may be read. */
  readonly filterFields?: FieldLists
  /** The same for sorting. */
  readonly sortFields?: FieldLists
  /** For types whose grant lists the fields to write: those, by uid. */
  readonly writeFields?: FieldLists
}

/** Names of attributes by the uid of their type. */
export type FieldLists = ReadonlyMap<string, ReadonlySet<string>>

/** What a name in a query is there for. */
export type FieldUse = 'read' | 'filter' | 'sort'

/** `may(access, 'api::article.article.find')` */
export function may(access: Access, action: string): boolean {
  return access.everything || access.actions.has(action)
}

/**
 * Whether a relation may lead to the entries of a type. Administrators, their roles and their tokens are never reached
 * that way, whoever asks.
 */
export function mayReach(access: Access, uid: string): boolean {
  return !uid.startsWith('admin::') && may(access, `${uid}.find`)
}

/** Whether the grant on a type covers one of its attributes. */
export function mayReadField(access: Access, uid: string, name: string): boolean {
  return access.everything || isListed(access.fields, uid, name)
}

/** What may not be read can neither be filtered nor sorted by, whatever the other lists say. */
export function mayUseField(access: Access, uid: string, name: string, use: FieldUse): boolean {
  if (!mayReadField(access, uid, name)) return false
  if (use === 'read' || access.everything) return true
  return isListed(use === 'filter' ? access.filterFields : access.sortFields, uid, name)
}

/** The fields of a type that may be written; `undefined`: all of them. */
export function writableFields(access: Access, uid: string): ReadonlySet<string> | undefined {
  return access.everything ? undefined : access.writeFields?.get(uid)
}

function isListed(lists: FieldLists | undefined, uid: string, name: string): boolean {
  return lists?.get(uid)?.has(name) ?? true
}
