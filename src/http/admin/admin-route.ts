/** One route of the management API: checked against the shared description, registered with its session and rights. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdminRouteName, AnswerOf, ParametersOf } from '../../admin-api/admin-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import { toId } from '../../input/check-input.ts'
import { searchOf } from '../content/address-parts.ts'
import { replyCompressed } from '../json-reply.ts'
import { sessionOf } from './admin-session.ts'

const ADMIN_PREFIX = '/admin/api'

export interface AdminRequest<Name extends AdminRouteName> {
  readonly session: AdminSession
  readonly parameters: ParametersOf<Name>
  /** The number in the path. */
  readonly id: number
  /** The query string, without the question mark. */
  readonly search: string
  /** Its parameters, for routes without nested ones. */
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** For routes that read a form themselves. */
  readonly source: FastifyRequest
  /** The header `If-Match`: the version that the request starts from. */
  readonly ifMatch: string | undefined
}

/** The entry in a table of routes; its types are checked when `route` makes it. */
export interface AdminRoute {
  readonly name: AdminRouteName
  readonly status: number
  readonly answer: (request: AdminRequest<AdminRouteName>) => Promise<unknown>
}

/** `answer` returns the whole body. */
export function route<Name extends AdminRouteName>(
  name: Name,
  answer: (request: AdminRequest<Name>) => Promise<AnswerOf<Name>>,
  status = 200,
): AdminRoute {
  return { name, status, answer: request => answer(request as unknown as AdminRequest<Name>) }
}

/** Checks who is asking and whether they may. Only then does it look at the rest of the request. */
export function registerAll(
  server: FastifyInstance,
  context: AdminContext,
  routes: readonly AdminRoute[],
  mayUse: (session: AdminSession) => boolean,
): void {
  for (const { name, status, answer } of routes) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionOf(context, request)
      if (!mayUse(session)) throw new PopulusError('forbidden')
      const body = await answer(readRequest(request, session))
      if (!TAGGED.has(name)) return send(reply, status, body)
      return replyCompressed(JSON.stringify(body), request, reply.header('cache-control', 'private, no-cache'))
    }
    server.route({ ...placeOf(name), handler })
  }
}

/** For routes that need no session. */
export function registerOpen<Name extends AdminRouteName>(
  server: FastifyInstance,
  name: Name,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<AnswerOf<Name>>,
  status = 200,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, status, await answer(request, reply))
  server.route({ ...placeOf(name), handler })
}

function placeOf(name: AdminRouteName): { readonly method: string; readonly url: string } {
  const [method = '', path = ''] = name.split(' ')
  return { method, url: `${ADMIN_PREFIX}${path}` }
}

function readRequest(request: FastifyRequest, session: AdminSession): AdminRequest<AdminRouteName> {
  const parameters = request.params as Readonly<Record<string, string>>
  const search = searchOf(request.raw.url ?? '')
  return {
    session,
    parameters: parameters as AdminRequest<AdminRouteName>['parameters'],
    get id() {
      return toId(parameters.id ?? '')
    },
    search,
    get query() {
      return Object.fromEntries(new URLSearchParams(search))
    },
    body: request.body,
    source: request,
    ifMatch: request.headers['if-match'],
  }
}

/** Large answers that seldom change. The browser may keep them, but asks each time whether they are still valid. */
const TAGGED: ReadonlySet<AdminRouteName> = new Set(['GET /schema', 'GET /views'])

/** Answers contain secrets and rights, so nobody may cache them. */
function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
