/** What the caller may do, as a plain value. Made by `access/`, used by planning; nothing else decides. */

export interface Access {
  /** Equal fingerprints mean equal rights: plans and answers may be shared between such callers. */
  readonly fingerprint: string
  /** True for callers who may do everything (full-access tokens). */
  readonly everything: boolean
  /** Granted actions, such as `api::article.article.find`. */
  readonly actions: ReadonlySet<string>
  /** For types whose `find` grant lists fields: those fields, by uid. A type without an entry has all of its fields granted. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>
}

/** `may(access, 'api::article.article.find')` */
export function may(access: Access, action: string): boolean {
  return access.everything || access.actions.has(action)
}

/** Whether the grant on a type covers one of its attributes. */
export function mayReadField(access: Access, uid: string, name: string): boolean {
  const fields = access.everything ? undefined : access.fields.get(uid)
  return fields === undefined || fields.has(name)
}
