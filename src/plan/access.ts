/**
 * What the caller may do, as a plain value. `identity/access` creates it for callers of the API and `management/rights` for
 * administrators. The functions below, and planning with them, decide on rights; no other code does.
 */

import type { Condition } from './read/conditions/condition.ts'

export interface Access {
  /** Equal fingerprints mean equal rights, so such callers may share plans and answers. */
  readonly fingerprint: string
  /** True for callers with full access (full-access tokens). */
  readonly everything: boolean
  /** Granted actions, such as `api::article.article.find`. */
  readonly actions: ReadonlySet<string>
  /**
   * The readable fields by uid, for types whose `find` grant lists fields. If a type has no entry, all of its fields
   * are granted.
   */
  readonly fields: FieldLists
  /**
   * The fields to filter and search by, by uid, for types whose grant lists them. For other types, every readable field
   * may be used.
   */
  readonly filterFields?: FieldLists
  /** The same for sorting. */
  readonly sortFields?: FieldLists
  /** The writable fields by uid, for types whose grant lists them. */
  readonly writeFields?: FieldLists
  /** The rows that the rules of the project or the conditions of a role leave over, by uid; types without an entry have no rule. */
  readonly rows?: RowRules
  /** What new entries get, whatever the caller sends. */
  readonly newValues?: NewValues
  /**
   * The readable fields inside components, as paths by the uid of the type that has them: `seo.metaTitle`. A component of
   * which no field is listed is readable as a whole.
   */
  readonly componentFields?: FieldLists
  /** The same for writing. A component of which not every field is listed cannot be removed. */
  readonly componentWriteFields?: FieldLists
  /**
   * True for administrators: a relation names the ids of all entries that it leads to, also of those that the rules hide, and
   * keeps them when it is saved. Nothing else about them is shown.
   */
  readonly bareLinks?: boolean
  /** True for administrators: private attributes of the project's own types are shown. Passwords never are. */
  readonly privateFields?: boolean
  /**
   * True for code that is part of the server, and never for a client: everything that is stored exists for it, hashes of
   * passwords and administrators included.
   */
  readonly internal?: boolean
}

/** The rights of code that is part of the server. */
export const SERVER_ACCESS: Access = Object.freeze({
  fingerprint: 'server',
  everything: true,
  actions: new Set<string>(),
  fields: new Map(),
  internal: true,
})

/** What a rule of rows is about. */
export type RowUse = 'read' | 'create' | 'update' | 'delete'

/**
 * The conditions on the rows of a type, as far as rules make any. `connect`: the rows to which a new link may lead; without it,
 * those that may be read. `translate`: those of which a translation may be made (`null`: all that may be read); without it,
 * those that may be updated.
 */
export type RowRules = ReadonlyMap<string, RulesOfType>

export type RulesOfType = Readonly<Partial<Record<RowUse | 'connect', Condition>> & { translate?: Condition | null }>

/** The values that rules give to new entries, by uid. */
export type NewValues = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** Attribute names by the uid of their type. */
export type FieldLists = ReadonlyMap<string, ReadonlySet<string>>

/** What a query uses a name for. */
export type FieldUse = 'read' | 'filter' | 'sort'

/** `may(access, 'api::article.article.find')` */
export function may(access: Access, action: string): boolean {
  return access.everything || access.actions.has(action)
}

/**
 * Whether a relation may lead to entries of a type: those that may be found, or only be read through relations. Relations never lead to administrators, their roles or their
 * tokens, no matter which client asks.
 */
export function mayReach(access: Access, uid: string): boolean {
  if (access.internal === true) return true
  return !uid.startsWith('admin::') && (may(access, `${uid}.find`) || may(access, `${uid}.findRelated`))
}

/** Whether the grant on a type covers the attribute. */
export function mayReadField(access: Access, uid: string, name: string): boolean {
  return access.everything || isListed(access.fields, uid, name)
}

/** A field that may not be read can be used neither in filters nor in sorting, whatever the other lists contain. */
export function mayUseField(access: Access, uid: string, name: string, use: FieldUse): boolean {
  if (!mayReadField(access, uid, name)) return false
  if (use === 'read' || access.everything) return true
  return isListed(use === 'filter' ? access.filterFields : access.sortFields, uid, name)
}

/** The fields of a type that may be written; `undefined` means all of them. */
export function writableFields(access: Access, uid: string): ReadonlySet<string> | undefined {
  return access.everything ? undefined : access.writeFields?.get(uid)
}

/** Whether relations to a type name entries that the caller may not read. */
export function namesHidden({ bareLinks = false, rows }: Access, uid: string): boolean {
  return bareLinks && rows?.get(uid)?.read !== undefined
}

function isListed(lists: FieldLists | undefined, uid: string, name: string): boolean {
  return lists?.get(uid)?.has(name) ?? true
}
