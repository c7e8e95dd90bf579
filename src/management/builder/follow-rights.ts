/**
 * What roles may do follows the content model: what is renamed keeps the rights that it had, and the roles of administrators that are
 * chosen may work with what is new.
 */
import type { RoleOffer } from '../../admin-api/builder-api.ts'
import { LIST_NAMES, type RoleLists, type TypeLists } from '../../identity/access/field-lists.ts'
import { RoleRecords } from '../../identity/access/role-records.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { SUPER_ADMIN } from '../../identity/administrators/administrators.ts'
import { changeRights, type Run } from '../../identity/records/change-rights.ts'
import { badInput } from '../../input/check-input.ts'
import { type ContentType, modelOf, type Schema } from '../../schema/schema.ts'
import type { RenamedAttribute } from '../../tables/renames/attribute-renames.ts'
import { listAdminRoles } from '../administrators/admin-roles.ts'
import { contentPermission, defaultPermissions, fieldPaths } from '../administrators/default-permissions.ts'
import { storedPermissions, storePermissions } from '../administrators/role-permissions.ts'
import { type AdminPermission, loadPermissions } from '../rights/admin-permissions.ts'
import { CONTENT_ACTIONS, type ContentAction, EXPLORER } from '../rights/admin-rights.ts'

/** A change of the content model. Both schemas say what the files say. */
export interface ModelStep {
  readonly before: Schema
  readonly after: Schema
  readonly renames: readonly RenamedAttribute[]
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

/** `codes` are the roles that get what is new. */
export async function followRights(context: AdminContext, step: ModelStep, codes: readonly string[]): Promise<void> {
  const roles = await changeableRoles(context)
  await changeRights(context, async run => {
    const now = new Date(context.clock())
    for (const { id, code } of roles) {
      const stored = await storedPermissions(context, run, id)
      const role = { code, permissions: stored }
      const added = codes.includes(code) ? typesOf(step.after).flatMap(type => forNewType(role, type, step)) : []
      const kept = stored.map(permission => followed(permission, step, codes.includes(code)))
      const isChanged = added.length > 0 || kept.some((permission, index) => permission !== stored[index])
      if (isChanged) await storePermissions(context, run, { id, now, stored }, [...kept, ...added])
    }
    if (step.renames.length > 0) await renameInLists(context, run, step)
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
  const known = new Set(fieldPaths(former, step.before).map(path => renamed(path, type.uid, step)))
  return fieldPaths(type, step.after).filter(path => !known.has(path))
}

/** The name that a path has now. */
function renamed(path: string, uid: string, { after, renames }: ModelStep): string {
  let model: string | undefined = uid
  const names = path.split('.').map(part => {
    const here: string | undefined = model
    const name = renames.find(({ uid: other, from }) => other === here && from === part)?.to ?? part
    const attribute = here === undefined ? undefined : modelOf(after, here).attributes.get(name)
    model = attribute?.kind === 'component' ? attribute.target : undefined
    return name
  })
  return names.join('.')
}

const FIELD_ACTIONS: readonly string[] = ['create', 'read', 'update'].map(action => EXPLORER + action)

/** The same permission if nothing changes. */
function followed<P extends AdminPermission>(permission: P, step: ModelStep, isChosen: boolean): P {
  const { action, subject, fields } = permission
  const type = subject === null ? undefined : step.after.types.get(subject)
  if (type === undefined || fields === null) return permission
  const moved = step.renames.length === 0 ? fields : fields.map(path => renamed(path, type.uid, step))
  const added = isChosen && FIELD_ACTIONS.includes(action) ? newFields(type, step) : []
  const wanted = [...new Set([...moved, ...added])]
  const isSame = wanted.length === fields.length && wanted.every((path, index) => path === fields[index])
  return isSame ? permission : { ...permission, fields: wanted }
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

// The lists of fields that limit what roles of end users may do.

async function renameInLists(context: AdminContext, run: Run, step: ModelStep): Promise<void> {
  const records = new RoleRecords(context, run)
  for (const held of await records.all()) {
    const { actions, lists } = held.rights
    const moved: RoleLists = new Map([...lists].map(([uid, given]) => [uid, renamedLists(given, uid, step)]))
    if ([...moved].some(([uid, given]) => given !== lists.get(uid)))
      await records.setRights(held, { actions, lists: moved })
  }
}

/** The same lists if nothing changes. */
function renamedLists(lists: TypeLists, uid: string, step: ModelStep): TypeLists {
  if (!step.after.types.has(uid)) return lists
  const given = LIST_NAMES.flatMap(name => (lists[name] === undefined ? [] : [[name, lists[name]] as const]))
  const moved = given.map(([name, paths]) => [name, paths.map(path => renamed(path, uid, step))] as const)
  return JSON.stringify(moved) === JSON.stringify(given) ? lists : Object.fromEntries(moved)
}
