/**
 * Routes that all content types have. The web server knows each of them once, as `/api/:type/:id`, and a table says which types
 * it is for: a route of its own for each type would make a start with hundreds of types slow. Requests, errors and figures see
 * the routes of the types, `/api/articles/:id`.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { ContentType, Schema } from '../../schema/schema.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export interface TypeRoute {
  readonly method: string
  /** What follows the path of the type: `/:id`. */
  readonly tail: string
  readonly isFor: (type: ContentType) => boolean
  /** Called when the route is first asked for. */
  readonly handlerOf: (type: ContentType, url: string) => Handler
  /** The path, below that of the type, of a route whose guards guard this one, too. */
  readonly readsLike?: string
  readonly writesLike?: string
}

interface Place {
  readonly type: ContentType
  /** As it would be registered: `/api/articles/:id`. */
  readonly url: string
  handler?: Handler
}

/** By the name of the type in the path, in small letters. */
type Places = ReadonlyMap<string, Place>

interface RouteConfig {
  readonly places?: Places
}

/** A constraint of the router: which routes exist for the type that a path names. */
const CONSTRAINT = 'contentType'

/** Comes before routes with a plain parameter, as the path of a type would. */
const TYPE = ':type(.+)'

export class TypeRoutes {
  readonly #prefix: string
  readonly #types: readonly ContentType[]
  readonly #standsAlone: (path: string) => boolean
  /** By what the router calls them. */
  readonly #tables = new Map<string, Places>()

  /** `standsAlone`: whether code of the project has to do with the routes of a type. Then the web server knows each of them. */
  constructor(
    server: FastifyInstance,
    { schema, prefix }: { readonly schema: Schema; readonly prefix: string },
    standsAlone: (path: string) => boolean = () => false,
  ) {
    this.#prefix = prefix
    this.#types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
    this.#standsAlone = standsAlone
    const names = new Set(this.#types.map(type => nameOf(type).toLowerCase()))
    const depth = prefix.split('/').length
    server.addConstraintStrategy({
      name: CONSTRAINT,
      // Its types speak of handlers; it stores numbers.
      storage: () => matching(this.#tables) as never,
      deriveConstraint: ({ url = '' }: IncomingMessage) => {
        const name = partOf(url, depth)
        return name !== undefined && names.has(name) ? name : undefined
      },
      mustMatchWhenDerived: false,
    })
    served.set(server.server as Server, this.#tables)
  }

  register(server: FastifyInstance, route: TypeRoute): void {
    const places = new Map<string, Place>()
    for (const type of this.#types) {
      if (!route.isFor(type)) continue
      const path = `${this.#prefix}/${nameOf(type)}`
      const url = `${path}${route.tail}`
      if (this.#standsAlone(path)) registerAlone(server, route, type, path)
      else places.set(nameOf(type).toLowerCase(), { type, url })
    }
    if (places.size === 0) return
    const name = `${route.method} ${route.tail}`
    const { readsLike, writesLike } = route
    this.#tables.set(name, places)
    server.route({
      method: route.method as HTTPMethods,
      url: `${this.#prefix}/${TYPE}${route.tail}`,
      constraints: { [CONSTRAINT]: name },
      config: { places, readsLike, writesLike } as RouteConfig,
      handler: (request, reply) => {
        const place = placeOf(request)!
        place.handler ??= route.handlerOf(place.type, place.url)
        return place.handler(request, reply)
      },
    })
  }
}

function nameOf({ single, singularName, pluralName }: ContentType): string {
  return single ? singularName : pluralName
}

function registerAlone(server: FastifyInstance, route: TypeRoute, type: ContentType, path: string): void {
  const { readsLike, writesLike } = route
  const below = (tail: string | undefined) => (tail === undefined ? undefined : `${path}${tail}`)
  const url = `${path}${route.tail}`
  server.route({
    method: route.method as HTTPMethods,
    url,
    config: { readsLike: below(readsLike), writesLike: below(writesLike) } as RouteConfig,
    handler: route.handlerOf(type, url),
  })
}

/** The router stores which of the routes of a place belong to each value, and asks by the name of a type. */
function matching(tables: ReadonlyMap<string, Places>) {
  const routes = new Map<string, number>()
  return {
    get: (name: string): number => {
      const own = routes.get(name)
      if (own !== undefined) return own
      let found = 0
      for (const [table, route] of routes) if (tables.get(table)?.has(name) === true) found |= route
      return found
    },
    set: (table: string, route: number): void => {
      routes.set(table, route)
    },
  }
}

/** The part of a path after so many slashes, as the router reads it; `undefined` if there is none. */
function partOf(url: string, depth: number): string | undefined {
  let start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  for (let slash = 1; slash < depth && start !== -1; slash += 1) start = url.indexOf('/', start + 1)
  if (start === -1) return undefined
  const [part = ''] = url.slice(start + 1).split(/[/?#]/, 1)
  try {
    return (part.includes('%') ? decodeURIComponent(part) : part).toLowerCase()
  } catch {
    return undefined
  }
}

function placesOf(config: unknown): Places | undefined {
  return (config as RouteConfig | undefined)?.places
}

function placeOf({ routeOptions, params }: FastifyRequest): Place | undefined {
  return placesOf(routeOptions.config)?.get((params as { readonly type: string }).type.toLowerCase())
}

/** The route of a request: `/api/articles/:id`. `undefined` for a path without one. */
export function routeOf(request: FastifyRequest): string | undefined {
  return placeOf(request)?.url ?? request.routeOptions.url
}

/** The paths of a route that is registered: one, or one for each of its types. */
export function urlsOf({ config, url }: Pick<RouteOptions, 'config' | 'url'>): readonly string[] {
  const places = placesOf(config)
  return places === undefined ? [url] : Array.from(places.values(), place => place.url)
}

/** Whether a route is one of many types. */
export function isShared({ config }: Pick<RouteOptions, 'config'>): boolean {
  return placesOf(config) !== undefined
}

const served = new WeakMap<Server, ReadonlyMap<string, Places>>()

/** Whether a path, in small letters, is one that content types have: `/api/articles/:id`. */
export function isServed({ server }: FastifyInstance, method: string, path: string): boolean {
  const tables = served.get(server as Server) ?? new Map<string, Places>()
  const asked = method === 'HEAD' ? 'GET' : method
  for (const [name, places] of tables) {
    if (!name.startsWith(`${asked} `)) continue
    const tail = name.slice(asked.length + 1)
    if (!path.endsWith(tail)) continue
    const list = path.slice(0, path.length - tail.length)
    const place = places.get(list.slice(list.lastIndexOf('/') + 1))
    if (place?.url.toLowerCase() === path) return true
  }
  return false
}
