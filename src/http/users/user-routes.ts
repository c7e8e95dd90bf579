/** The routes for end users, their roles and the permissions of those roles. */

import { countFlat } from '../../content/read/count-flat.ts'
import { findFlat, findFlatOne } from '../../content/read/find-flat.ts'
import { PopulusError } from '../../errors.ts'
import { changeUser, createUser, removeUser } from '../../identity/users/manage-users.ts'
import type { UsersContext } from '../../identity/users/users-context.ts'
import {
  changeRoleTo,
  createRoleFrom,
  deleteRoleOf,
  showPermissions,
  showRole,
  showRoles,
} from '../../management/roles/role-api.ts'
import { USER_UID } from '../../schema/schema.ts'
import type { FlatRoute } from '../content/flat-route.ts'

const PLUGIN = 'plugin::users-permissions'

export function userRoutes(users: UsersContext): readonly FlatRoute[] {
  const { content } = users
  const type = content.schema.types.get(USER_UID)!
  const action = (name: string) => `${PLUGIN}.user.${name}`
  return [
    {
      method: 'GET',
      path: '/users',
      action: action('find'),
      answer: ({ caller, search }) => findFlat(content, { type, search, access: caller }),
    },
    {
      method: 'GET',
      path: '/users/count',
      action: action('count'),
      answer: ({ caller, search }) => countFlat(content, { type, search, access: caller }),
    },
    {
      method: 'GET',
      path: '/users/me',
      action: action('me'),
      answer: ({ caller, search }) => {
        if (caller.userId === null) throw new PopulusError('noUser')
        return findFlatOne(content, { type, search, access: caller, id: String(caller.userId) })
      },
    },
    {
      method: 'GET',
      path: '/users/:id',
      action: action('findOne'),
      answer: ({ caller, search, id }) => findFlatOne(content, { type, search, access: caller, id }),
    },
    {
      method: 'POST',
      path: '/users',
      action: action('create'),
      status: 201,
      answer: request => createUser(users, request),
    },
    { method: 'PUT', path: '/users/:id', action: action('update'), answer: request => changeUser(users, request) },
    { method: 'DELETE', path: '/users/:id', action: action('destroy'), answer: request => removeUser(users, request) },
  ]
}

export function roleRoutes(users: UsersContext): readonly FlatRoute[] {
  const action = (name: string) => `${PLUGIN}.role.${name}`
  const path = '/users-permissions/roles'
  return [
    { method: 'GET', path, action: action('find'), answer: request => showRoles(users, request) },
    { method: 'GET', path: `${path}/:id`, action: action('findOne'), answer: request => showRole(users, request) },
    { method: 'POST', path, action: action('createRole'), answer: request => createRoleFrom(users, request) },
    {
      method: 'PUT',
      path: `${path}/:id`,
      action: action('updateRole'),
      answer: request => changeRoleTo(users, request),
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      action: action('deleteRole'),
      answer: request => deleteRoleOf(users, request),
    },
    {
      method: 'GET',
      path: '/users-permissions/permissions',
      action: `${PLUGIN}.permissions.getPermissions`,
      answer: () => showPermissions(users),
    },
  ]
}
