/** Adds the routes of a project's own code to the web server, and its code to the built-in routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { Limits } from '../../config/config.ts'
import { projectError } from '../../content/project-error.ts'
import { PopulusError } from '../../errors.ts'
import type { Authenticator } from '../../identity/access/authenticate.ts'
import { registerFlatBodies } from '../content/flat-body.ts'
import { isShared } from '../content/type-routes.ts'
import { registerNestedForms } from '../content/write-routes.ts'
import { sendError } from '../error-reply.ts'
import { registerForms } from '../uploads/form-body.ts'
import { builtInAnswer, isPassedOn } from './built-in-answer.ts'
import { type CustomRoute, type RouteExtensions, TAKEN_OVER, type WrapRoute } from './route-extension.ts'
import { routeRequest } from './route-request.ts'
import { sendRouteAnswer } from './send-route-answer.ts'
import { takeRequests } from './take-requests.ts'

export interface ExtendedRoutes {
  /** Whether code of the project answers a route, alone or together with the built-in one. */
  isExtended(method: string, path: string): boolean
  /** Whether that code was written for this very route. */
  isGuarded(method: string, path: string): boolean
  /** Whether code of the project answers a route alone. */
  isReplaced(method: string, path: string): boolean
  /** Whether the project has to do with any route at a path of the content API, or below it. */
  concerns(path: string): boolean
  /** Registers the routes that replace no built-in one. To be called after all of those. */
  registerRest(): Promise<void>
}

export interface ExtendOptions {
  readonly authenticate: Authenticator
  readonly limits: Limits
}

/** To be called before any route is registered. */
export function extendRoutes(
  server: FastifyInstance,
  { routes, around, taker }: RouteExtensions,
  options: ExtendOptions,
): ExtendedRoutes {
  const left = new Map(routes.map(route => [shapeOf(route.method, route.path), route]))
  const replaced = new Map<string, CustomRoute>()
  const replacementOf = (method: string, path: string): CustomRoute | undefined => {
    const shape = shapeOf(method, path)
    return left.get(shape) ?? replaced.get(shape)
  }
  const isExtended = (method: string, path: string) =>
    replacementOf(method, path) !== undefined || around?.(method, path) !== undefined
  if (taker !== undefined) takeRequests(server, taker)
  let isBuiltIn = true
  server.addHook('onRoute', route => {
    if (!isBuiltIn || isShared(route)) return
    const { readsLike, writesLike } = (route.config ?? {}) as { readsLike?: string; writesLike?: string }
    const method = methodOf(route)
    const custom = replacementOf(method, route.url)
    const isGuarded =
      (readsLike !== undefined && isExtended('GET', readsLike)) ||
      (writesLike !== undefined && isExtended('PUT', writesLike))
    if (custom === undefined && isGuarded) route.onRequest = refuse
    const wrap = custom === undefined ? around?.(method, route.url) : undefined
    if (custom !== undefined) {
      left.delete(shapeOf(method, route.url))
      replaced.set(shapeOf(method, route.url), custom)
      route.handler = customHandler(custom, options, route.url)
    } else if (wrap !== undefined) route.handler = wrappedHandler(server, wrap, options, route)
  })
  return {
    isGuarded: isExtended,
    isExtended: (method, path) => taker !== undefined || isExtended(method, path),
    isReplaced: (method, path) => replacementOf(method, path) !== undefined,
    concerns: concernedPaths(routes, around),
    registerRest: async () => {
      isBuiltIn = false
      await server.register(async scope => {
        registerFlatBodies(scope, options.limits)
        registerNestedForms(scope, options.limits)
        registerForms(scope)
        for (const route of left.values())
          scope.route({ method: route.method as HTTPMethods, url: route.path, handler: customHandler(route, options) })
      })
    },
  }
}

/** What the paths of content types end with, and their methods. */
const TAILS = ['', '/:id', '/query', '/aggregate', '/localizations', '/:id/localizations', '/schedule', '/:id/schedule']
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'QUERY']

function concernedPaths(routes: readonly CustomRoute[], around: RouteExtensions['around']) {
  const above = new Set<string>()
  for (const { path } of routes) {
    const parts = path.toLowerCase().split('/')
    for (let length = 1; length <= parts.length; length += 1) above.add(parts.slice(0, length).join('/'))
  }
  const known = new Map<string, boolean>()
  const isWrapped = (path: string) =>
    around !== undefined && METHODS.some(method => TAILS.some(tail => around(method, `${path}${tail}`) !== undefined))
  return (path: string): boolean => {
    const concerns = known.get(path) ?? (above.has(path.toLowerCase()) || isWrapped(path))
    known.set(path, concerns)
    return concerns
  }
}

/** The code of the project does not know other ways to ask the same. */
async function refuse(): Promise<never> {
  throw new PopulusError('notFound')
}

/** `HEAD` belongs to `GET`. */
function methodOf({ method }: RouteOptions): string {
  const [first = ''] = [method].flat()
  return first === 'HEAD' ? 'GET' : first
}

/** Equal for paths that differ only in the names of their parameters. */
function shapeOf(method: string, path: string): string {
  return `${method} ${path
    .replace(/:[^/]+/g, ':')
    .replace(/(.)\/$/, '$1')
    .toLowerCase()}`
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function customHandler(route: CustomRoute, { authenticate }: ExtendOptions, builtIn = route.path): Handler {
  const rename = renamedParams(builtIn, route.path)
  const place = `${route.method} ${route.path}${route.file === undefined ? '' : ` in ${route.file}`}`
  return (request, reply) =>
    answered(place, request, reply, () => route.handle(routeRequest(request, reply, { authenticate, rename })))
}

function wrappedHandler(
  server: FastifyInstance,
  wrap: WrapRoute,
  { authenticate }: ExtendOptions,
  { handler, url, method }: RouteOptions,
): Handler {
  const builtIn = handler as Handler
  const rename = (params: Record<string, string>) => params
  return (request, reply) => {
    if (isPassedOn(request.raw)) return builtIn.call(server, request, reply)
    const next = (changes = {}) => builtInAnswer(server, request, changes)
    return answered(`The code around ${method} ${url}`, request, reply, () =>
      wrap(routeRequest(request, reply, { authenticate, rename }), next),
    )
  }
}

async function answered(
  place: string,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => ReturnType<WrapRoute>,
): Promise<FastifyReply> {
  try {
    const answer = await run()
    return answer === TAKEN_OVER ? reply : await sendRouteAnswer(answer, request, reply)
  } catch (error) {
    const known = projectError(error, place)
    if (!reply.sent) throw known
    sendError(reply.raw, known, { common: [], failed: failure => request.log.error({ err: failure }, known.message) })
    return reply
  }
}

/** A built-in route is registered with the names of its own parameters. */
function renamedParams(from: string, to: string): (params: Record<string, string>) => Record<string, string> {
  const namesOf = (path: string) => [...path.matchAll(/:([^/(]+)|\*/g)].map(([whole, name]) => name ?? whole)
  const names = new Map(namesOf(from).map((name, index) => [name, namesOf(to)[index] ?? name]))
  return params => Object.fromEntries(Object.entries(params).map(([name, value]) => [names.get(name) ?? name, value]))
}
