/** An administrator's rights as the `Access` that planning works with. */
import { makeAccess } from '../../identity/access/make-access.ts'
import type { Access } from '../../plan/access.ts'
import { ADMIN_UID, type ContentType, type Schema } from '../../schema/schema.ts'
import type { ActionGrant, AdminRights } from './admin-rights.ts'

/** Everyone who may read an entry may read these. */
const SYSTEM_FIELDS = ['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations', 'createdBy', 'updatedBy']
/** What a relation shows of entries whose type the person may not read. */
const BARE_FIELDS: ReadonlySet<string> = new Set(['publishedAt', 'locale'])
/** What is shown of the administrators who created and changed an entry. */
const PERSON_FIELDS: ReadonlySet<string> = new Set(['firstname', 'lastname', 'username'])

/** `action` decides which fields may be written. */
export function adminAccess(schema: Schema, rights: AdminRights, action: 'create' | 'update' = 'update'): Access {
  const actions: string[] = []
  const fields = new Map<string, ReadonlySet<string>>([[ADMIN_UID, PERSON_FIELDS]])
  const writeFields = new Map<string, ReadonlySet<string>>()
  for (const type of schema.types.values()) {
    if (type.uid.startsWith('admin::')) continue
    const read = rights.grant(type.uid, 'read')
    actions.push(`${type.uid}.find`, `${type.uid}.findDrafts`)
    const readable = read === null ? bareFields(type) : topFields(read)
    if (readable !== null) fields.set(type.uid, readable)
    const writable = writableNames(rights.grant(type.uid, action))
    if (writable !== null) writeFields.set(type.uid, writable)
  }
  const { fingerprint, ...access } = makeAccess(actions, { fields, writeFields })
  return Object.freeze({ ...access, fingerprint: `admin ${fingerprint}`, privateFields: true })
}

/** Files, folders, locales and roles have no permissions of this kind; relations show them. */
function bareFields({ uid, userDefined }: ContentType): ReadonlySet<string> | null {
  return userDefined || uid === 'plugin::users-permissions.user' ? BARE_FIELDS : null
}

function topFields({ fields }: ActionGrant): ReadonlySet<string> | null {
  return fields === null ? null : new Set([...topNames(fields), ...SYSTEM_FIELDS])
}

function writableNames(grant: ActionGrant | null): ReadonlySet<string> | null {
  if (grant === null) return new Set()
  return grant.fields === null ? null : topNames(grant.fields)
}

/** `seo.metaTitle` also names `seo`. */
function topNames(fields: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...fields].map(path => path.split('.', 1)[0]!))
}

/**
 * Whether a grant covers a place inside a component. A list with `seo.metaTitle` names the fields of `seo` one by one; a list
 * with `blocks` alone covers everything below it.
 */
export function coversPath({ fields }: Pick<ActionGrant, 'fields'>, path: string): boolean {
  if (fields === null) return true
  const parts = path.split('.')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('.'))
  if (above.some(name => fields.has(name) && !hasBelow(fields, name))) return true
  return fields.has(path) || hasBelow(fields, path)
}

function hasBelow(fields: ReadonlySet<string>, name: string): boolean {
  return [...fields].some(field => field.startsWith(`${name}.`))
}
