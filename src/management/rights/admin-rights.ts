/** What one administrator may do: the permissions of all roles together, by content type. */

import type { Administrator } from '../../identity/administrators/administrators.ts'
import { isSuperAdmin } from '../../identity/administrators/administrators.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
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
}

export type TypeGrants = Readonly<Record<ContentAction, ActionGrant | null>>

export interface AdminRights {
  readonly administrator: Administrator
  readonly superAdmin: boolean
  /** Granted actions that have no type. */
  readonly actions: ReadonlySet<string>
  /** `null` for an action that is not granted. */
  grant(uid: string, action: ContentAction): ActionGrant | null
}

const EXPLORER = 'plugin::content-manager.explorer.'
const UNLIMITED: ActionGrant = Object.freeze({ fields: null, locales: null, conditions: [] })

export async function loadAdminRights(
  context: { readonly database: Database; readonly schema: Schema },
  administrator: Administrator,
): Promise<AdminRights> {
  if (isSuperAdmin(administrator)) return allRights(context.schema, administrator)
  const permissions = await loadPermissions(
    context,
    administrator.roles.map(({ id }) => id),
  )
  const grants = new Map<string, TypeGrants>()
  for (const uid of new Set(permissions.flatMap(({ subject }) => subject ?? []))) {
    const type = context.schema.types.get(uid)
    if (type !== undefined && isManaged(type)) grants.set(uid, grantsOn(type, permissions))
  }
  return Object.freeze({
    administrator,
    superAdmin: false,
    actions: new Set(permissions.filter(({ subject }) => subject === null).map(({ action }) => action)),
    grant: (uid: string, action: ContentAction) => grants.get(uid)?.[action] ?? null,
  })
}

/** Types whose entries the Content Manager shows: the project's own, and end users. */
export function isManaged({ uid, userDefined }: ContentType): boolean {
  return userDefined || uid === 'plugin::users-permissions.user'
}

/** Everything, for what the server itself does on behalf of a person. */
export function allRights(schema: Schema, administrator: Administrator): AdminRights {
  return Object.freeze({
    administrator,
    superAdmin: true,
    actions: new Set<string>(),
    grant: (uid: string) => {
      const type = schema.types.get(uid)
      return type !== undefined && isManaged(type) ? UNLIMITED : null
    },
  })
}

function grantsOn({ uid }: ContentType, permissions: readonly AdminPermission[]): TypeGrants {
  const of = (action: ContentAction) =>
    merged(permissions.filter(({ subject, action: name }) => subject === uid && name === `${EXPLORER}${action}`))
  return { create: of('create'), read: of('read'), update: of('update'), delete: of('delete'), publish: of('publish') }
}

/**
 * Several roles may grant the same action with different limits. The result never allows more than one of them does:
 * what is granted without a condition counts alone, and if both the fields and the locales differ, only the fields that
 * all of them share.
 */
function merged(permissions: readonly AdminPermission[]): ActionGrant | null {
  const free = permissions.filter(({ conditions }) => conditions.length === 0)
  const counted = free.length > 0 ? free : permissions
  const [first] = counted
  if (first === undefined) return null
  const sameLocales = counted.every(({ locales }) => isSame(locales, first.locales))
  const sameConditions = counted.every(({ conditions }) => isSame(conditions, first.conditions))
  const fields = counted.map(permission => permission.fields)
  return Object.freeze({
    fields: sameLocales && sameConditions ? union(fields) : intersection(fields),
    locales: sameConditions
      ? union(counted.map(({ locales }) => locales))
      : intersection(counted.map(({ locales }) => locales)),
    conditions: [...new Set(counted.flatMap(({ conditions }) => conditions))],
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
