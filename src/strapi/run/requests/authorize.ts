/** Who is asking, and whether they may: what Strapi does before the policies of a route. */
import type { Context, Middleware, Next } from 'koa'
import type { Caller } from '../../../identity/access/authenticate.ts'
import { may } from '../../../plan/access.ts'
import { ADMIN_UID, USER_UID } from '../../../schema/schema.ts'
import { onlyMembers } from '../entities/not-supported.ts'
import { formatError } from '../errors/format-error.ts'
import { CALLER, type StrapiAuth, type StrapiHost } from '../strapi-types.ts'
import type { DescribedRoute } from './route-description.ts'

/** `false` in the route's `config.auth` skips both steps. */
export function authenticateRequest(host: StrapiHost): Middleware {
  return async (ctx, next) => {
    if (ctx.state.route.config.auth === false) return next()
    const { authorization } = ctx.request.headers
    let caller: Caller
    try {
      caller = await host.authenticate(authorization)
    } catch (error) {
      const { status, body } = formatError(error)
      ctx.status = status
      ctx.body = body
      return
    }
    const user = caller.userId === null ? null : await findUser(host, caller.userId)
    if (user !== null) ctx.state.user = user
    ctx.state.isAuthenticated = true
    ctx.state.auth = authOf(caller, user, authorization)
    return next()
  }
}

function findUser(host: StrapiHost, id: number): Promise<object | null> {
  return host
    .strapi()
    .db.query(USER_UID)
    .findOne({ where: { id }, populate: ['role'] })
}

function authOf(caller: Caller, user: object | null, authorization: string | undefined): StrapiAuth {
  const isToken = user === null && /^bearer\s/i.test(authorization ?? '')
  return {
    strategy: { name: isToken ? 'api-token' : 'users-permissions' },
    credentials: user,
    ability: { can: action => may(caller, action) },
    [CALLER]: caller,
  }
}

/** For routes that Strapi's panel calls: whoever has signed in there may do anything that the route does. */
export function authenticateAdministrator(host: StrapiHost): Middleware {
  return async (ctx, next) => {
    if (ctx.state.route.config.auth === false) return next()
    const administrator = await host.administrator(ctx.request.headers.authorization)
    if (administrator === undefined) return ctx.unauthorized('Missing or invalid credentials')
    const where = { id: administrator.id }
    const user = await host
      .strapi()
      .db.query(ADMIN_UID)
      .findOne({ where, populate: ['roles'] })
    const userAbility = onlyMembers({}, 'ctx.state.userAbility')
    Object.assign(ctx.state, { user, userAbility, isAuthenticated: true })
    ctx.state.auth = { strategy: { name: 'admin' }, credentials: user, ability: userAbility }
    return next()
  }
}

export async function authorizeRequest(ctx: Context, next: Next): Promise<unknown> {
  const refused = refusalOf(ctx.state)
  return refused === undefined ? answerRefusals(ctx, next) : ctx[refused]()
}

/** Code may refuse the request with an error, too: those answers have no message of their own. */
export async function answerRefusals(ctx: Context, next: Next): Promise<unknown> {
  try {
    return await next()
  } catch (error) {
    if (isA(error, 'UnauthorizedError')) return ctx.unauthorized()
    if (isA(error, 'ForbiddenError') || isA(error, 'PolicyError')) return ctx.forbidden()
    throw error
  }
}

/** The parts of `ctx.state` that are set before. */
interface RequestState {
  readonly auth: StrapiAuth
  readonly route: DescribedRoute
}

/** Without a scope, everybody who has signed in may call the route. */
function refusalOf({ auth, route }: RequestState): 'unauthorized' | 'forbidden' | undefined {
  const config = route.config.auth
  if (config === false) return undefined
  const scope = config?.scope
  const caller = auth[CALLER]
  if (scope === undefined) {
    if (auth.credentials || caller.everything) return undefined
    return auth.strategy.name === 'api-token' ? 'forbidden' : 'unauthorized'
  }
  const wanted = (Array.isArray(scope) ? scope : [scope]) as readonly string[]
  return wanted.every(action => auth.ability.can(action)) ? undefined : 'forbidden'
}

/** Errors of `@strapi/utils`, ours or those of an installed one. */
function isA(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name && 'details' in error && !('expose' in error)
}
