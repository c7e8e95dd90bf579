/** What one administrator may do: the permissions of all roles together, by content type. */

import { type Administrator, isSuperAdmin } from '../../identity/administrators/administrators.ts'
import { idValue, linkOf } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { BUILT_IN_UIDS } from '../../schema/built-in/built-in-types.ts'
import { ADMIN_UID, type ContentType, type Schema } from '../../schema/schema.ts'
import { column, join, sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { type AdminPermission, loadPermissions } from './admin-permissions.ts'

export const CONTENT_ACTIONS = ['create', 'read', 'update', 'delete', 'publish'] as const

export type ContentAction = (typeof CONTENT_ACTIONS)[number]

/** What a permission allows. `null` lists set no limit. */
export interface ActionGrant {
  /** Attribute names; `seo.metaTitle` for those of components. */
  readonly fields: ReadonlySet<string> | null
  readonly locales: ReadonlySet<string> | null
  /** Any of them is enough; an empty list is no limit. */
  readonly conditions: readonly string[]
  /** The administrators whose entries the conditions allow. */
  readonly creators: ReadonlySet<number> | null
}

export type TypeGrants = Readonly<Record<ContentAction, ActionGrant | null>>

export interface AdminRights {
  readonly administrator: Administrator
  readonly superAdmin: boolean
  /** Granted actions that have no type. */
  readonly actions: ReadonlySet<string>
  readonly media: MediaRights
  /** `null` for an action that is not granted. */
  grant(uid: string, action: ContentAction): ActionGrant | null
}

const IS_CREATOR = 'admin::is-creator'
const SAME_ROLE = 'admin::has-same-role-as-creator'
/** Before the name of an action. */
export const EXPLORER = 'plugin::content-manager.explorer.'
/** Those that can be chosen here; conditions of plug-ins allow nothing. */
export const CONDITIONS = [IS_CREATOR, SAME_ROLE] as const
const UNLIMITED: ActionGrant = Object.freeze({ fields: null, locales: null, conditions: [], creators: null })

export async function loadAdminRights(
  context: { readonly database: Database; readonly schema: Schema },
  administrator: Administrator,
): Promise<AdminRights> {
  if (isSuperAdmin(administrator)) return allRights(context.schema, administrator)
  const permissions = await loadPermissions(
    context,
    administrator.roles.map(({ id }) => id),
  )
  const creatorsOf = await creatorsBy(context, administrator, permissions)
  const grants = new Map<string, TypeGrants>()
  for (const uid of new Set(permissions.flatMap(({ subject }) => subject ?? []))) {
    const type = context.schema.types.get(uid)
    if (type !== undefined && isManaged(type)) grants.set(uid, grantsOn(type, permissions, creatorsOf))
  }
  return Object.freeze({
    administrator,
    superAdmin: false,
    actions: new Set(permissions.filter(({ subject }) => subject === null).map(({ action }) => action)),
    media: mediaRights(permissions),
    grant: (uid: string, action: ContentAction) => grants.get(uid)?.[action] ?? null,
  })
}

type CreatorsOf = (condition: string) => readonly number[]

/** The administrators whose entries a condition allows. An unknown condition, made by a plug-in, allows none. */
async function creatorsBy(
  { database, schema }: { readonly database: Database; readonly schema: Schema },
  { id, roles }: Administrator,
  permissions: readonly AdminPermission[],
): Promise<CreatorsOf> {
  const link = linkOf(schema, ADMIN_UID, 'roles')
  const asksPeers = permissions.some(({ conditions }) => conditions.includes(SAME_ROLE))
  const peers = new Set([id])
  if (asksPeers && link !== null && roles.length > 0) {
    const own = join(roles.map(role => idValue(database.dialect, role.id)))
    const [rows = []] = await readRows(database, [
      sql`select distinct ${column('l', link.parentColumn)} from ${table(link.table)} as l where ${column('l', link.childColumn)} in (${own})`,
    ])
    for (const [peer] of rows) peers.add(Number(peer))
  }
  const known: Readonly<Record<string, readonly number[]>> = { [IS_CREATOR]: [id], [SAME_ROLE]: [...peers].sort() }
  return condition => (Object.hasOwn(known, condition) ? known[condition]! : [])
}

/** Types whose entries the Content Manager shows: the project's own, those of its plugins, and end users. */
export function isManaged({ uid, userDefined }: ContentType): boolean {
  return userDefined || uid === 'plugin::users-permissions.user' || !BUILT_IN_UIDS.has(uid)
}

/** Everything, for what the server itself does on behalf of a person. */
export function allRights(schema: Schema, administrator: Administrator): AdminRights {
  return Object.freeze({
    administrator,
    superAdmin: true,
    actions: new Set<string>(),
    media: ALL_MEDIA,
    grant: (uid: string) => {
      const type = schema.types.get(uid)
      return type !== undefined && isManaged(type) ? UNLIMITED : null
    },
  })
}

function grantsOn({ uid }: ContentType, permissions: readonly AdminPermission[], creatorsOf: CreatorsOf): TypeGrants {
  const of = (action: ContentAction) =>
    merged(
      permissions.filter(({ subject, action: name }) => subject === uid && name === `${EXPLORER}${action}`),
      creatorsOf,
    )
  return { create: of('create'), read: of('read'), update: of('update'), delete: of('delete'), publish: of('publish') }
}

/**
 * Several roles may grant the same action with different limits. The result never allows more than one of them does:
 * what is granted without a condition counts alone, and if both the fields and the locales differ, only the fields that
 * all of them share.
 */
function merged(permissions: readonly AdminPermission[], creatorsOf: CreatorsOf): ActionGrant | null {
  const free = permissions.filter(({ conditions }) => conditions.length === 0)
  const counted = free.length > 0 ? free : permissions
  const [first] = counted
  if (first === undefined) return null
  const sameLocales = counted.every(({ locales }) => isSame(locales, first.locales))
  const sameConditions = counted.every(({ conditions }) => isSame(conditions, first.conditions))
  const fields = counted.map(permission => permission.fields)
  const conditions = [...new Set(counted.flatMap(permission => permission.conditions))]
  return Object.freeze({
    fields: sameLocales && sameConditions ? union(fields) : intersection(fields),
    locales: sameConditions
      ? union(counted.map(({ locales }) => locales))
      : intersection(counted.map(({ locales }) => locales)),
    conditions,
    creators: conditions.length === 0 ? null : new Set(conditions.flatMap(creatorsOf)),
  })
}

type List = readonly string[] | null

function isSame(one: List, other: List): boolean {
  return (
    JSON.stringify(one === null ? null : [...one].sort()) === JSON.stringify(other === null ? null : [...other].sort())
  )
}

function union(lists: readonly List[]): ReadonlySet<string> | null {
  return lists.includes(null) ? null : new Set(lists.flatMap(list => list ?? []))
}

function intersection(lists: readonly List[]): ReadonlySet<string> | null {
  const [first, ...others] = lists.filter(list => list !== null)
  return first === undefined ? null : new Set(first.filter(name => others.every(list => list.includes(name))))
}

/** Deleting, moving and replacing are `update`, as in Strapi. */
export type MediaAction = 'read' | 'create' | 'update'

/** All files, only those that the administrator has uploaded, or none. */
export type MediaReach = 'all' | 'own' | null

/** What an administrator may do in the media library, by Strapi's permissions. */
export type MediaRights = Readonly<Record<MediaAction, MediaReach>>

const ACTIONS: Readonly<Record<MediaAction, string>> = {
  read: 'plugin::upload.read',
  create: 'plugin::upload.assets.create',
  update: 'plugin::upload.assets.update',
}

const ALL_MEDIA: MediaRights = Object.freeze({ read: 'all', create: 'all', update: 'all' })

function mediaRights(permissions: readonly AdminPermission[]): MediaRights {
  const reach = (name: MediaAction): MediaReach => {
    const granted = permissions.filter(({ action }) => action === ACTIONS[name])
    if (granted.length === 0) return null
    // Every condition counts as the strictest one of Strapi's own: the creator.
    return granted.some(({ conditions }) => conditions.length === 0) ? 'all' : 'own'
  }
  return { read: reach('read'), create: reach('create'), update: reach('update') }
}

/** The id of no administrator. */
export const NOBODY = 0

/** The rights of the server itself, for what it must know beyond what a person may read. */
export function everyRight(schema: Schema): AdminRights {
  const nobody = {
    id: NOBODY,
    email: '',
    firstname: null,
    lastname: null,
    username: null,
    isActive: true,
    blocked: false,
  }
  return allRights(schema, { ...nobody, roles: [], createdAt: null, updatedAt: null })
}

/** Who is named as the author of a write; nobody if it is the server itself. */
export function authorIn({ administrator: { id } }: AdminRights): { readonly adminId?: number } {
  return id === 0 ? {} : { adminId: id }
}
