/** An administrator's rights as the `Access` that planning works with: fields, rows and locales hold at every depth. */

import { makeAccess } from '../../identity/access/make-access.ts'
import type { Access, RowRules } from '../../plan/access.ts'
import { type Condition, UNKNOWN } from '../../plan/read/conditions/condition.ts'
import { ADMIN_UID, type ContentType, FILE_UID, LOCALE_UID, ROLE_UID, type Schema } from '../../schema/schema.ts'
import { sha256 } from '../../util/sha256.ts'
import { type ActionGrant, type AdminRights, isManaged } from './admin-rights.ts'
import { isCreatedBy, rowCondition } from './row-conditions.ts'

/** Everyone who may read an entry may read these. */
const SYSTEM_FIELDS = ['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations', 'createdBy', 'updatedBy']
/** What is shown of the administrators who created and changed an entry. */
const PERSON_FIELDS: ReadonlySet<string> = new Set(['firstname', 'lastname', 'username'])
/** Built-in types without permissions of this kind, whose entries belong to what forms show. */
const SHOWN: ReadonlySet<string> = new Set([FILE_UID, LOCALE_UID, ROLE_UID])

type WriteAction = 'create' | 'update'

const MADE = new WeakMap<AdminRights, Map<WriteAction, Access>>()

/** `action` decides which fields may be written. */
export function adminAccess(schema: Schema, rights: AdminRights, action: WriteAction = 'update'): Access {
  const made = MADE.get(rights) ?? new Map<WriteAction, Access>()
  MADE.set(rights, made)
  const known = made.get(action)
  if (known !== undefined) return known
  const access = makeAdminAccess(schema, rights, action)
  made.set(action, access)
  return access
}

function makeAdminAccess(schema: Schema, rights: AdminRights, action: WriteAction): Access {
  const types = [...schema.types.values()].filter(({ uid }) => !uid.startsWith('admin::'))
  const fields = new Map<string, ReadonlySet<string>>([[ADMIN_UID, PERSON_FIELDS]])
  const writeFields = new Map<string, ReadonlySet<string>>()
  const componentFields = new Map<string, ReadonlySet<string>>()
  for (const type of types) {
    const read = rights.grant(type.uid, 'read')
    const readable = read === null ? unreadable(type, rights) : topFields(read)
    if (readable !== null) fields.set(type.uid, readable)
    if (read?.fields && [...read.fields].some(path => path.includes('.'))) componentFields.set(type.uid, read.fields)
    const writable = writableNames(rights.grant(type.uid, action))
    if (writable !== null) writeFields.set(type.uid, writable)
  }
  const actions = types.flatMap(({ uid }) => [`${uid}.find`, `${uid}.findDrafts`])
  const { fingerprint, ...access } = makeAccess(actions, { fields, writeFields })
  const rows = rowRules(schema, types, rights)
  return Object.freeze({
    ...access,
    fingerprint: `admin ${fingerprint}${limitsMark(rights, rows, componentFields)}`,
    ...(rows.size === 0 ? {} : { rows }),
    ...(componentFields.size === 0 ? {} : { componentFields }),
    bareLinks: true,
    privateFields: true,
  })
}

/** The rows that exist for the person. There are none of a type that they may not read. */
function rowRules(schema: Schema, types: readonly ContentType[], rights: AdminRights): RowRules {
  const rules = new Map<string, { readonly read?: Condition; readonly connect?: Condition }>()
  for (const type of types) {
    const read = readRule(schema, type, rights)
    if (read !== null) rules.set(type.uid, { read })
  }
  const file = schema.types.get(FILE_UID)
  const { read } = rights.media
  // A file that an entry has is shown with it. Others cannot be put there.
  if (file !== undefined && read !== 'all')
    rules.set(FILE_UID, { connect: read === null ? UNKNOWN : isCreatedBy(schema, file, [rights.administrator.id]) })
  return rules
}

function readRule(schema: Schema, type: ContentType, rights: AdminRights): Condition | null {
  if (isShown(type, rights)) return null
  const grant = rights.grant(type.uid, 'read')
  return grant === null ? UNKNOWN : rowCondition(schema, type, grant)
}

function unreadable(type: ContentType, rights: AdminRights): ReadonlySet<string> | null {
  return isShown(type, rights) ? null : new Set()
}

function isShown(type: ContentType, { superAdmin }: AdminRights): boolean {
  return !isManaged(type) && (superAdmin || SHOWN.has(type.uid))
}

/** Equal marks mean equal rows and equal fields in components. */
function limitsMark(rights: AdminRights, rows: RowRules, componentFields: ReadonlyMap<string, ReadonlySet<string>>) {
  if (rows.size === 0 && componentFields.size === 0) return ''
  const limits = [...rows.keys()].map(uid => {
    const grant = rights.grant(uid, 'read')
    return grant === null ? [uid] : [uid, sorted(grant.locales), sorted(grant.creators)]
  })
  const parts = [...componentFields].map(([uid, paths]) => [uid, sorted(paths)])
  const files = rows.has(FILE_UID) ? [rights.media.read, rights.administrator.id] : []
  const text = JSON.stringify([limits, parts, files])
  return ` ${sha256(text).slice(0, 32)}`
}

function sorted(values: ReadonlySet<string | number> | null): readonly (string | number)[] | null {
  return values === null ? null : [...values].sort()
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
