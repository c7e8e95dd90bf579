/**
 * Which methods a path has. Other methods get 405 and `OPTIONS` gets 200, with an `Allow` header, as in Strapi. What cannot be read
 * with `GET` is not found.
 */
import type { Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isServed } from './content/type-routes.ts'

const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Sends the reply, or returns `undefined` if the path is unknown under every method, or is to be read. */
export function replyNotAllowed(
  server: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const allowed = allowedMethods(server, request.url.split('?')[0]!)
  if (allowed.length === 0 || allowed.includes(request.method)) return undefined
  return reply
    .code(405)
    .header('allow', allowed.join(', '))
    .type('text/plain; charset=utf-8')
    .send('Method Not Allowed')
}

/** Ignores preflights of browsers and unknown paths. */
export function replyToOptions(
  server: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (request.headers['access-control-request-method'] !== undefined) return undefined
  const path = request.url.split('?')[0]!
  const allowed = allowedMethods(server, path)
  if (allowed.length === 0) return undefined
  const more = told.get(server.server)?.get(path) ?? {}
  return reply
    .headers({ ...more, allow: allowed.join(', ') })
    .type('text/plain; charset=utf-8')
    .send('')
}

type Headers = Readonly<Record<string, string>>

const told = new WeakMap<Server, Map<string, Headers>>()

/** More headers for the answer to `OPTIONS`. A route cannot send them: preflights are answered before any route. */
export function tellOnOptions({ server }: FastifyInstance, url: string, headers: Headers): void {
  const paths = told.get(server) ?? new Map<string, Headers>()
  told.set(server, paths.set(url, headers))
}

/** The path itself may be a route, or its last part may be the id of one. */
function allowedMethods(server: FastifyInstance, path: string): readonly string[] {
  const plain = path.toLowerCase().replace(/(.)\/$/, '$1')
  const patterns = [plain, plain.replace(/\/[^/]+$/, '/:id')].filter(isPattern)
  return METHODS.filter(method =>
    patterns.some(url => server.hasRoute({ method, url }) || isServed(server, method, url)),
  )
}

/** The router refuses to look up a path that contains its own special characters. Only our `/:id` routes have them. */
function isPattern(url: string): boolean {
  return !/[:*]/.test(url.replace(/\/:id$/, ''))
}
