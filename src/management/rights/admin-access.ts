/** An administrator's rights as the `Access` that planning works with: fields, rows and locales hold at every depth. */

import { makeAccess } from '../../identity/access/make-access.ts'
import type { Access, FieldLists, RowRules, RulesOfType } from '../../plan/access.ts'
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
  const componentWriteFields = new Map<string, ReadonlySet<string>>()
  for (const type of types) {
    const read = rights.grant(type.uid, 'read')
    const readable = read === null ? unreadable(type, rights) : topFields(read)
    if (readable !== null) fields.set(type.uid, readable)
    if (read?.fields && namesParts(read.fields)) componentFields.set(type.uid, read.fields)
    const write = rights.grant(type.uid, action)
    const writable = writableNames(write)
    if (writable !== null) writeFields.set(type.uid, writable)
    if (write?.fields && namesParts(write.fields)) componentWriteFields.set(type.uid, write.fields)
  }
  const actions = types.flatMap(({ uid }) => [`${uid}.find`, `${uid}.findDrafts`])
  const { fingerprint, ...access } = makeAccess(actions, { fields, writeFields })
  const rows = rowRules(schema, types, rights)
  return Object.freeze({
    ...access,
    fingerprint: `admin ${fingerprint}${limitsMark(rights, rows, [componentFields, componentWriteFields])}`,
    ...(rows.size === 0 ? {} : { rows }),
    ...(componentFields.size === 0 ? {} : { componentFields }),
    ...(componentWriteFields.size === 0 ? {} : { componentWriteFields }),
    bareLinks: true,
    privateFields: true,
  })
}

function namesParts(fields: ReadonlySet<string>): boolean {
  return [...fields].some(path => path.includes('.'))
}

/** The rows that exist for the person, and those that they may change. There are none of a type that they may not read. */
function rowRules(schema: Schema, types: readonly ContentType[], rights: AdminRights): RowRules {
  const rules = new Map<string, RulesOfType>()
  for (const type of types) {
    const read = readRule(schema, type, rights)
    const rule = { ...(read === null ? {} : { read }), ...updateRules(schema, type, rights) }
    if (Object.keys(rule).length > 0) rules.set(type.uid, rule)
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

/** Somebody with a right for some locales translates entries of other ones. */
function updateRules(schema: Schema, type: ContentType, rights: AdminRights): RulesOfType {
  if (!isManaged(type)) return {}
  const grant = rights.grant(type.uid, 'update')
  if (grant === null) return { update: UNKNOWN }
  const update = rowCondition(schema, type, grant)
  return update === null ? {} : { update, translate: rowCondition(schema, type, { ...grant, locales: null }) }
}

function unreadable(type: ContentType, rights: AdminRights): ReadonlySet<string> | null {
  return isShown(type, rights) ? null : new Set()
}

function isShown(type: ContentType, { superAdmin }: AdminRights): boolean {
  return !isManaged(type) && (superAdmin || SHOWN.has(type.uid))
}

/** Equal marks mean equal rows and equal fields in components. */
function limitsMark(rights: AdminRights, rows: RowRules, lists: readonly FieldLists[]) {
  if (rows.size === 0 && lists.every(({ size }) => size === 0)) return ''
  const limits = [...rows.keys()].map(uid => {
    const grants = [rights.grant(uid, 'read'), rights.grant(uid, 'update')]
    return [uid, ...grants.map(grant => grant && [sorted(grant.locales), sorted(grant.creators)])]
  })
  const parts = lists.map(list => [...list].map(([uid, paths]) => [uid, sorted(paths)]))
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
