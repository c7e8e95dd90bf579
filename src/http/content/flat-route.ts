/**
 * Routes whose answers have no envelope. Checks who is asking, whether they may, and how often; then runs the
 * operation.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { PopulusError } from '../../errors.ts'
import type { Authenticator, Caller } from '../../identity/access/authenticate.ts'
import { type AttemptCounter, retryAfter } from '../../identity/sign-in/rate-limiter.ts'
import { may } from '../../plan/access.ts'
import { replyWithJson } from '../json-reply.ts'
import { refusal } from '../refusal.ts'
import { searchOf } from './address-parts.ts'

export interface FlatRequest {
  readonly caller: Caller
  /** The query string. */
  readonly search: string
  /** The last part of the path, if the route has one. */
  readonly id: string
  readonly body: unknown
  /** The header with cookies. */
  readonly cookies?: string | undefined
}

export interface FlatRoute {
  readonly method: HTTPMethods
  /** Below the prefix. */
  readonly path: string
  /** Such as `plugin::users-permissions.user.find`. */
  readonly action: string
  /** 200 when absent. */
  readonly status?: number
  /** If present, attempts are counted. Returns the name of the account; attempts on one account count together. */
  readonly limited?: (request: FlatRequest) => string | undefined
  /** The answer to a GET holds something that no cache may keep, such as a token. */
  readonly secret?: boolean
  /** The JSON of the answer, `null` for an empty one, or the address to redirect to. */
  readonly answer: (request: FlatRequest) => Promise<string | null | Redirect>
}

export interface Redirect {
  readonly redirect: string
  /** A `Set-Cookie` header. */
  readonly cookie?: string
}

export interface FlatRoutes {
  readonly authenticate: Authenticator
  readonly development: boolean
  readonly folder: string
  /** `/api` */
  readonly prefix: string
  /** If absent, nothing is counted. */
  readonly counter?: AttemptCounter | undefined
}

export function registerFlatRoute(server: FastifyInstance, routes: FlatRoutes, route: FlatRoute): void {
  server.route({
    method: route.method,
    url: `${routes.prefix}${route.path}`,
    handler: async (request, reply) => {
      const { authorization } = request.headers
      const caller = await routes.authenticate(authorization)
      const { action } = route
      if (!may(caller, action)) throw refusal({ caller, action, authorization }, routes)
      const { id = '' } = request.params as { id?: string }
      const search = searchOf(request.raw.url ?? '')
      const flat = { caller, search, id, body: request.body, cookies: request.headers.cookie }
      if (route.limited !== undefined) await limit(routes.counter, route, flat, request, reply)
      return send(await route.answer(flat), route, request, reply)
    },
  })
}

/** Counts by route, however its path was written, and by address, which no header can change. */
async function limit(
  counter: AttemptCounter | undefined,
  route: FlatRoute,
  flat: FlatRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const verdict = await counter?.check({ route: route.path, address: request.ip, identifier: route.limited?.(flat) })
  if (verdict === undefined) return
  reply.header('x-ratelimit-limit', verdict.limit)
  reply.header('x-ratelimit-remaining', verdict.remaining)
  reply.header('x-ratelimit-reset', Math.ceil((Date.now() + verdict.resetIn) / 1000))
  if (verdict.allowed) return
  reply.header('retry-after', retryAfter(verdict))
  throw new PopulusError('rateLimited')
}

function send(
  answer: Awaited<ReturnType<FlatRoute['answer']>>,
  { method, secret = method !== 'GET', status = 200 }: FlatRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (answer === null) return reply.code(204).send()
  if (!secret && typeof answer === 'string') return replyWithJson(answer, request, reply)
  // A cache must not keep what was just written, and above all no tokens.
  reply.header('cache-control', 'no-store')
  if (typeof answer !== 'string') return redirect(answer, reply)
  return reply.code(status).type('application/json; charset=utf-8').send(answer)
}

function redirect({ redirect: address, cookie }: Redirect, reply: FastifyReply): FastifyReply {
  if (cookie !== undefined) reply.header('set-cookie', cookie)
  return reply.redirect(address, 302)
}
