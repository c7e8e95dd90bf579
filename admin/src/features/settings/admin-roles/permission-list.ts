/** The permissions of a role, changed one by one. Those that are not touched stay as they are, also unknown ones. */
import type { AdminActions, AdminPermissionInfo } from '../../../../../src/admin-api/access-api.ts'

export type Permissions = readonly AdminPermissionInfo[]

/** What the parts of the form share. */
export interface RightsProps {
  readonly permissions: Permissions
  readonly onChange: (permissions: Permissions) => void
}

type Place = Pick<AdminPermissionInfo, 'action' | 'subject'>

const isAt = (place: Place) => (permission: Place) =>
  permission.action === place.action && permission.subject === place.subject

export function permissionAt(permissions: Permissions, place: Place): AdminPermissionInfo | undefined {
  return permissions.find(isAt(place))
}

/** Exactly these actions of a subject; those that are granted already keep their limits. */
export function withActions(
  permissions: Permissions,
  { subject, actions, granted }: { subject: string | null; actions: readonly string[]; granted: readonly string[] },
): Permissions {
  const others = permissions.filter(({ action, subject: of }) => of !== subject || !actions.includes(action))
  const wanted = granted.map(
    action =>
      permissionAt(permissions, { action, subject }) ?? {
        action,
        subject,
        fields: null,
        locales: null,
        conditions: [],
      },
  )
  return [...others, ...wanted]
}

export type LimitName = 'fields' | 'locales' | 'conditions'

/** Without a list, everything is in it; of conditions, nothing. */
export function isListed(permission: AdminPermissionInfo, name: LimitName, value: string): boolean {
  return permission[name] === null || permission[name].includes(value)
}

/** A list of everything is no limit. */
export function withListed(
  permissions: Permissions,
  place: Place,
  { name, value, all, isOn }: { name: LimitName; value: string; all: readonly string[]; isOn: boolean },
): Permissions {
  return permissions.map(permission => {
    if (!isAt(place)(permission)) return permission
    const before = permission[name] ?? all
    const listed = isOn ? [...before, value] : before.filter(other => other !== value)
    const isWhole = name !== 'conditions' && all.every(each => listed.includes(each))
    return { ...permission, [name]: isWhole ? null : listed }
  })
}

/** Those that the panel has no place for. */
export function foreign(permissions: Permissions, { types, actions }: AdminActions): Permissions {
  return permissions.filter(({ action, subject }) =>
    subject === null
      ? !actions.some(known => known.action === action)
      : !types.some(({ uid, actions: known }) => uid === subject && known.some(other => other.action === action)),
  )
}
