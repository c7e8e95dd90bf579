/** What roles may do follows the content model: the roles of administrators that are chosen may work with what is new. */
import type { RoleOffer } from '../../admin-api/builder-api.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { SUPER_ADMIN } from '../../identity/administrators/administrators.ts'
import { changeRights } from '../../identity/records/change-rights.ts'
import { badInput } from '../../input/check-input.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import type { AttributeNames } from '../../tables/renames/attribute-names.ts'
import { listAdminRoles } from '../administrators/admin-roles.ts'
import { contentPermission, defaultPermissions, fieldPaths } from '../administrators/default-permissions.ts'
import { storedPermissions, storePermissions } from '../administrators/role-permissions.ts'
import { type AdminPermission, loadPermissions } from '../rights/admin-permissions.ts'
import { CONTENT_ACTIONS, type ContentAction, EXPLORER } from '../rights/admin-rights.ts'

/** A change of the content model. Both schemas say what the files say. */
export interface ModelStep {
  readonly before: Schema
  readonly after: Schema
  readonly names: AttributeNames
}

const LONGEST_SHOWN = 100

/** The roles that may be given what is new. None if nothing is. */
export async function offeredRoles(context: AdminContext, step: ModelStep): Promise<readonly RoleOffer[]> {
  const types = typesOf(step.after)
  const isNew = types.some(type => newFields(type, step).length > 0 || !step.before.types.has(type.uid))
  if (!isNew) return []
  const offers = (await changeableRoles(context)).map(async ({ id, code, name }) => {
    const permissions = await loadPermissions(context, [id])
    return { code, name, isUsual: types.every(type => expects({ code, permissions }, type, step)) }
  })
  return Promise.all(offers)
}

/** Throws `badInput` for a role that does not exist. */
export async function checkRoles(context: AdminContext, codes: readonly string[]): Promise<void> {
  const known = new Set((await changeableRoles(context)).map(({ code }) => code))
  const strange = codes.find(code => !known.has(code))
  if (strange !== undefined)
    throw badInput([{ path: ['roles'], message: `there is no role ${strange.slice(0, LONGEST_SHOWN)} to be changed` }])
}

/** `codes` are the roles that get what is new. What is renamed has its new name already. */
export async function followRights(context: AdminContext, step: ModelStep, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const roles = (await changeableRoles(context)).filter(({ code }) => codes.includes(code))
  await changeRights(context, async run => {
    const now = new Date(context.clock())
    for (const { id, code } of roles) {
      const stored = await storedPermissions(context, run, id)
      const added = typesOf(step.after).flatMap(type => forNewType({ code, permissions: stored }, type, step))
      await storePermissions(context, run, { id, now, stored }, [
        ...stored.map(permission => withNewFields(permission, step)),
        ...added,
      ])
    }
  })
}

async function changeableRoles(context: AdminContext) {
  return (await listAdminRoles(context)).filter(({ code }) => code !== SUPER_ADMIN)
}

function typesOf({ types }: Schema): readonly ContentType[] {
  return [...types.values()].filter(({ userDefined }) => userDefined)
}

/** Of a type that existed: `subtitle`, `seo.keywords`. */
function newFields(type: ContentType, step: ModelStep): readonly string[] {
  const former = step.before.types.get(type.uid)
  if (former === undefined) return []
  const known = new Set(fieldPaths(former, step.before).map(path => step.names.path(type.uid, path)))
  return fieldPaths(type, step.after).filter(path => !known.has(path))
}

const FIELD_ACTIONS: readonly string[] = ['create', 'read', 'update'].map(action => EXPLORER + action)

function withNewFields<P extends AdminPermission>(permission: P, step: ModelStep): P {
  const { action, subject, fields } = permission
  const type = subject === null ? undefined : step.after.types.get(subject)
  if (type === undefined || fields === null || !FIELD_ACTIONS.includes(action)) return permission
  return { ...permission, fields: [...new Set([...fields, ...newFields(type, step)])] }
}

// New types.

interface KnownRole {
  readonly code: string
  readonly permissions: readonly AdminPermission[]
}

const DEFAULTS: Readonly<Record<string, 'editor' | 'author'>> = { 'strapi-editor': 'editor', 'strapi-author': 'author' }

/**
 * As for the types that the role may read: actions that it has for each of them, with the conditions that it has for all. A role that may
 * read none gets what it would have got at the first start, or may read.
 */
function forNewType({ code, permissions }: KnownRole, type: ContentType, step: ModelStep): readonly AdminPermission[] {
  if (step.before.types.has(type.uid)) return []
  const others = typesOf(step.before).filter(({ uid }) => grantsOn(permissions, 'read', uid).length > 0)
  const usual = DEFAULTS[code]
  if (others.length === 0 && usual !== undefined)
    return defaultPermissions({ ...step.after, types: new Map([[type.uid, type]]) }, usual)
      .filter(({ subject }) => subject === type.uid)
      .map(permission => ({ fields: null, locales: null, ...permission }))
  const actions = CONTENT_ACTIONS.filter(action => action !== 'publish' || type.draftAndPublish)
  return actions.flatMap(action => {
    const known = others.filter(other => action !== 'publish' || other.draftAndPublish)
    const grants = known.map(({ uid }) => grantsOn(permissions, action, uid))
    const isUsual = others.length === 0 ? action === 'read' : known.length > 0 && grants.every(list => list.length > 0)
    if (!isUsual) return []
    const all = grants.flat()
    const conditions = all.every(grant => grant.conditions.length > 0) ? (all[0]?.conditions ?? []) : []
    const locales = type.localized ? (all.find(grant => grant.locales !== null)?.locales ?? null) : null
    return { fields: null, ...contentPermission(action, type, step.after), conditions, locales }
  })
}

function grantsOn(
  permissions: readonly AdminPermission[],
  action: ContentAction,
  uid: string,
): readonly AdminPermission[] {
  return permissions.filter(permission => permission.subject === uid && permission.action === EXPLORER + action)
}

/** Whether the role may read all other types, or all fields that a type had. */
function expects({ code, permissions }: KnownRole, type: ContentType, step: ModelStep): boolean {
  const former = step.before.types.get(type.uid)
  if (former === undefined) {
    const others = typesOf(step.before)
    if (others.length === 0) return DEFAULTS[code] !== undefined
    return others.every(({ uid }) => grantsOn(permissions, 'read', uid).length > 0)
  }
  if (newFields(type, step).length === 0) return true
  const reads = grantsOn(permissions, 'read', type.uid)
  return reads.some(
    ({ fields }) => fields === null || fieldPaths(former, step.before).every(path => fields.includes(path)),
  )
}
