/** The management API under `/admin/api`, described in `docs/reference/admin-api.md`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { actionOwners } from '../../identity/access/action-owners.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { type AdminSession, endSession } from '../../identity/administrators/admin-sessions.ts'
import { isSuperAdmin, loadAdministrators } from '../../identity/administrators/administrators.ts'
import { checkInput, flag, toId } from '../../identity/administrators/check-input.ts'
import {
  createEndUser,
  deleteEndUser,
  findEndUser,
  listEndUsers,
  updateEndUser,
} from '../../identity/administrators/end-users.ts'
import {
  changeOwnPassword,
  createAdministrator,
  createFirstAdministrator,
  deleteAdministrator,
  findAdministrator,
  hasAdministrator,
  listAdminRoles,
  updateAdministrator,
} from '../../identity/administrators/manage-administrators.ts'
import { createToken, listTokens, regenerateToken, revokeToken } from '../../identity/administrators/manage-tokens.ts'
import { loadRoleGrants, setRoleGrants } from '../../identity/administrators/role-grants.ts'
import { checkAttempt, createSignIn } from '../../identity/administrators/sign-in.ts'
import { createRole, deleteRole, findRole, listRoles, updateRole } from '../../identity/administrators/user-roles.ts'
import type { AttemptCounter } from '../../identity/sign-in/rate-limiter.ts'
import { searchOf } from '../content/search-of.ts'
import { checkHeader, sessionOf, setSessionCookie } from './admin-session.ts'

const ADMIN_PREFIX = '/admin/api'

interface AdminRequest {
  readonly session: AdminSession
  /** The number in the path. */
  readonly id: number
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

interface AdminRoute {
  /** `GET /roles/:id` */
  readonly route: string
  /** 200 when absent. */
  readonly status?: number
  /** The value of `data` in the answer. */
  readonly answer: (request: AdminRequest) => Promise<unknown>
}

export function registerAdminRoutes(server: FastifyInstance, context: AdminContext, counter: AttemptCounter): void {
  registerSignIn(server, context, counter)
  register(server, context, ownRoutes(context), () => true)
  const managed = [roleRoutes, userRoutes, tokenRoutes, administratorRoutes].flatMap(routes => routes(context))
  register(server, context, managed, ({ administrator }) => isSuperAdmin(administrator))
}

/** Checks who is asking and whether they may. Only then does it look at the rest of the request. */
function register(
  server: FastifyInstance,
  context: AdminContext,
  routes: readonly AdminRoute[],
  mayUse: (session: AdminSession) => boolean,
): void {
  for (const { route, status = 200, answer } of routes) {
    const [method = '', path = ''] = route.split(' ')
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionOf(context, request)
      if (!mayUse(session)) throw new PopulusError('forbidden')
      const { id } = request.params as { id?: string }
      const query = Object.fromEntries(new URLSearchParams(searchOf(request.raw.url ?? '')))
      const data = await answer({ session, id: id === undefined ? 0 : toId(id), query, body: request.body })
      return send(reply, status, isPage(data) ? data : { data })
    }
    server.route({ method, url: `${ADMIN_PREFIX}${path}`, handler })
  }
}

/** Answers contain secrets and rights, so nobody may cache them. */
function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

const PAGE = Symbol('page')

function isPage(data: unknown): data is { readonly [PAGE]: true } {
  return typeof data === 'object' && data !== null && PAGE in data
}

const loginInput = z.strictObject({
  email: z.string({ error: 'expected a text' }).max(255, { error: 'expected at most 255 characters' }),
  password: z.string({ error: 'expected a text' }),
  cookie: flag().optional(),
})

function registerSignIn(server: FastifyInstance, context: AdminContext, counter: AttemptCounter): void {
  const signIn = createSignIn(context, counter)
  server.post(`${ADMIN_PREFIX}/login`, async (request, reply) => {
    const { cookie = false, ...login } = checkInput(loginInput, request.body)
    if (cookie) checkHeader(request)
    const { token, expiresAt, administrator } = await signIn({ ...login, address: request.ip })
    if (cookie) setSessionCookie(request, reply, token, context.settings.sessionMinutes * 60)
    const data = { ...(cookie ? {} : { token }), expiresAt: new Date(expiresAt).toISOString(), administrator }
    return send(reply, 200, { data })
  })
  server.post(`${ADMIN_PREFIX}/logout`, async (request, reply) => {
    await endSession(context, await sessionOf(context, request))
    setSessionCookie(request, reply, '', 0)
    return send(reply, 200, { data: { ended: true } })
  })
  server.get(`${ADMIN_PREFIX}/first-admin`, async (_request, reply) =>
    send(reply, 200, { data: { needed: !(await hasAdministrator(context)) } }),
  )
  server.post(`${ADMIN_PREFIX}/first-admin`, async (request, reply) => {
    await checkAttempt(counter, { route: 'first admin', address: request.ip })
    return send(reply, 201, { data: await createFirstAdministrator(context, request.body) })
  })
}

/** For every administrator. */
function ownRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    { route: 'GET /me', answer: async ({ session }) => session.administrator },
    {
      route: 'POST /me/password',
      answer: ({ session, body }) => changeOwnPassword(context, session.administrator.id, body),
    },
  ]
}

function roleRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    { route: 'GET /actions', answer: async () => actionOwners(context.schema) },
    { route: 'GET /roles', answer: () => listRoles(context) },
    { route: 'POST /roles', status: 201, answer: ({ body }) => createRole(context, body) },
    { route: 'GET /roles/:id', answer: ({ id }) => findRole(context, id) },
    { route: 'PUT /roles/:id', answer: ({ id, body }) => updateRole(context, id, body) },
    { route: 'DELETE /roles/:id', answer: ({ id }) => deleteRole(context, id) },
    { route: 'GET /roles/:id/grants', answer: ({ id }) => loadRoleGrants(context, id) },
    { route: 'PATCH /roles/:id/grants', answer: ({ id, body }) => setRoleGrants(context, id, body) },
  ]
}

function userRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    {
      route: 'GET /users',
      answer: async ({ query }) => {
        const { users, pagination } = await listEndUsers(context, query)
        return { [PAGE]: true, data: users, meta: { pagination } }
      },
    },
    { route: 'POST /users', status: 201, answer: ({ body }) => createEndUser(context, body) },
    { route: 'GET /users/:id', answer: ({ id }) => findEndUser(context, id) },
    { route: 'PUT /users/:id', answer: ({ id, body }) => updateEndUser(context, id, body) },
    { route: 'DELETE /users/:id', answer: ({ id }) => deleteEndUser(context, id) },
  ]
}

function tokenRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    { route: 'GET /tokens', answer: () => listTokens(context) },
    { route: 'POST /tokens', status: 201, answer: ({ body }) => createToken(context, body) },
    { route: 'POST /tokens/:id/regenerate', answer: ({ id }) => regenerateToken(context, id) },
    { route: 'DELETE /tokens/:id', answer: ({ id }) => revokeToken(context, id) },
  ]
}

function administratorRoutes(context: AdminContext): readonly AdminRoute[] {
  return [
    { route: 'GET /admin-roles', answer: () => listAdminRoles(context) },
    { route: 'GET /admins', answer: () => loadAdministrators(context) },
    { route: 'POST /admins', status: 201, answer: ({ body }) => createAdministrator(context, body) },
    { route: 'GET /admins/:id', answer: ({ id }) => findAdministrator(context, id) },
    { route: 'PUT /admins/:id', answer: ({ id, body }) => updateAdministrator(context, id, body) },
    { route: 'DELETE /admins/:id', answer: ({ id }) => deleteAdministrator(context, id) },
  ]
}
