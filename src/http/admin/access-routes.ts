/** Roles and grants, end users, tokens and administrators: for super administrators only. */
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { endAllSessions, listSessions } from '../../identity/administrators/admin-sessions.ts'
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import { removeSecondFactor } from '../../identity/administrators/held-factors.ts'
import {
  createEndUser,
  deleteEndUser,
  findEndUser,
  listEndUsers,
  updateEndUser,
} from '../../management/access/end-users.ts'
import {
  createToken,
  listTokens,
  regenerateToken,
  revokeToken,
  updateToken,
} from '../../management/access/manage-tokens.ts'
import { grantableActions } from '../../management/administrators/admin-role-actions.ts'
import {
  createAdminRole,
  deleteAdminRole,
  findAdminRole,
  listAdminRoles,
  updateAdminRole,
} from '../../management/administrators/admin-roles.ts'
import { inviteAdministrator, inviteAgain } from '../../management/administrators/invitations.ts'
import {
  createAdministrator,
  deleteAdministrator,
  findAdministrator,
  forgetIdentities,
  updateAdministrator,
} from '../../management/administrators/manage-administrators.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import { previewGrants } from '../../management/rehearsal/preview-grants.ts'
import { rehearseGrants } from '../../management/rehearsal/rehearse-grants.ts'
import { createRole, deleteRole, findRole, listRoles, updateRole } from '../../management/roles/manage-roles.ts'
import { loadRoleGrants, roleActions, setRoleGrants } from '../../management/roles/role-grants.ts'
import { previewOf } from '../explanation.ts'
import { type AdminRoute, route } from './admin-route.ts'

export function accessRoutes(management: ManagementContext): readonly AdminRoute[] {
  const { admin } = management
  return [
    ...[roleRoutes, userRoutes, tokenRoutes, adminRoleRoutes, administratorRoutes].flatMap(routes => routes(admin)),
    route('POST /roles/:id/preview', async ({ id, body }) => ({
      data: previewOf(await previewGrants(management, id, body)),
    })),
    route('POST /roles/:id/rehearsal', async ({ id, body }) => ({ data: await rehearseGrants(management, id, body) })),
  ]
}

function roleRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /actions', async () => ({ data: roleActions(context) })),
    route('GET /roles', async () => ({ data: await listRoles(context) })),
    route('POST /roles', async ({ body }) => ({ data: await createRole(context, body) }), 201),
    route('GET /roles/:id', async ({ id }) => ({ data: await findRole(context, id) })),
    route('PUT /roles/:id', async ({ id, body }) => ({ data: await updateRole(context, id, body) })),
    route('DELETE /roles/:id', async ({ id }) => ({ data: await deleteRole(context, id) })),
    route('GET /roles/:id/grants', async ({ id }) => ({ data: await loadRoleGrants(context, id) })),
    route('PATCH /roles/:id/grants', async ({ id, body }) => ({ data: await setRoleGrants(context, id, body) })),
  ]
}

function userRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /users', async ({ query }) => {
      const { users, pagination } = await listEndUsers(context, query)
      return { data: users, meta: { pagination } }
    }),
    route('POST /users', async ({ body }) => ({ data: await createEndUser(context, body) }), 201),
    route('GET /users/:id', async ({ id }) => ({ data: await findEndUser(context, id) })),
    route('PUT /users/:id', async ({ id, body }) => ({ data: await updateEndUser(context, id, body) })),
    route('DELETE /users/:id', async ({ id }) => ({ data: await deleteEndUser(context, id) })),
  ]
}

function tokenRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /tokens', async () => ({ data: await listTokens(context) })),
    route('POST /tokens', async ({ body }) => ({ data: await createToken(context, body) }), 201),
    route('PUT /tokens/:id', async ({ id, body }) => ({ data: await updateToken(context, id, body) })),
    route('POST /tokens/:id/regenerate', async ({ id }) => ({ data: await regenerateToken(context, id) })),
    route('DELETE /tokens/:id', async ({ id }) => ({ data: await revokeToken(context, id) })),
  ]
}

function adminRoleRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /admin-actions', async () => ({ data: grantableActions(context.schema) })),
    route('GET /admin-roles', async () => ({ data: await listAdminRoles(context) })),
    route('POST /admin-roles', async ({ body }) => ({ data: await createAdminRole(context, body) }), 201),
    route('GET /admin-roles/:id', async ({ id }) => ({ data: await findAdminRole(context, id) })),
    route('PUT /admin-roles/:id', async ({ id, body }) => ({ data: await updateAdminRole(context, id, body) })),
    route('DELETE /admin-roles/:id', async ({ id }) => ({ data: await deleteAdminRole(context, id) })),
  ]
}

function administratorRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    route('GET /admins', async () => ({ data: await loadAdministrators(context) })),
    route('POST /admins', async ({ body }) => ({ data: await createAdministrator(context, body) }), 201),
    route('GET /admins/:id', async ({ id }) => ({ data: await findAdministrator(context, id) })),
    route('PUT /admins/:id', async ({ id, body }) => ({ data: await updateAdministrator(context, id, body) })),
    route('POST /admins/invite', async ({ body }) => ({ data: await inviteAdministrator(context, body) }), 201),
    route('POST /admins/:id/invite', async ({ id }) => ({ data: await inviteAgain(context, id) })),
    route('GET /admins/:id/sessions', async ({ id, session }) => {
      await findAdministrator(context, id)
      return { data: await listSessions(context, id, session) }
    }),
    route('DELETE /admins/:id/sessions', async ({ id }) => {
      await findAdministrator(context, id)
      return { data: { ended: await endAllSessions(context, id) } }
    }),
    route('DELETE /admins/:id/second-factor', async ({ id }) => {
      await findAdministrator(context, id)
      return { data: { removed: await removeSecondFactor(context, id) } }
    }),
    route('DELETE /admins/:id/sign-on', async ({ id }) => ({ data: { removed: await forgetIdentities(context, id) } })),
    route('DELETE /admins/:id', async ({ id }) => ({ data: await deleteAdministrator(context, id) })),
  ]
}
