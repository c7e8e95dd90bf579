/** All routes of a project: those of its APIs, of its extensions, and those that its code adds while it starts. */
import type { Schema } from '../../../schema/schema.ts'
import type { ExtendedPlugin } from '../extensions/apply-extension.ts'
import { pluginEndpoints } from '../extensions/plugin-endpoints.ts'
import type { LoadedCode } from '../load/load-code.ts'
import type { PluginServer } from '../load/plugin-server.ts'
import { closedEndpoint, createEndpoint, type Endpoint, type EndpointParts, joined } from './endpoint.ts'
import type { RouteOwner } from './resolve-policies.ts'
import type { RouteDescription, Router } from './route-description.ts'
import { isOwnRoute } from './route-table.ts'

export interface CollectedEndpoints {
  readonly endpoints: readonly Endpoint[]
  /** The routes that stay closed, with the reason, one line each. */
  readonly problems: readonly string[]
  /** The same as values. */
  readonly closed: readonly ClosedRoute[]
}

export interface ClosedRoute {
  readonly method: string
  /** With the prefix. */
  readonly path: string
  /** The file that is not run, or the one that has the route. */
  readonly file: string
}

export interface EndpointSources {
  readonly code: LoadedCode
  readonly extensions: readonly ExtendedPlugin[]
  readonly routers: readonly Router[]
  /** Files that are not to be used, though they have been loaded. */
  readonly isRefused: (file: string) => boolean
  readonly prefix: string
}

export function collectEndpoints(parts: EndpointParts, sources: EndpointSources): CollectedEndpoints {
  const { code, extensions, routers, prefix, isRefused } = sources
  const problems: string[] = []
  const closedRoutes: ClosedRoute[] = []
  const closed = (route: RouteDescription, file: string, error: unknown): Endpoint => {
    const reason = error instanceof Error ? error.message : String(error)
    problems.push(`closed: ${route.method} ${route.path} in ${file}: ${reason}`)
    const cause = /because (\S+) of the project/.exec(reason)?.[1] ?? file
    closedRoutes.push({ method: String(route.method), path: String(route.path), file: cause })
    return closedEndpoint({ method: String(route.method), path: String(route.path) }, cause)
  }
  const make = (route: RouteDescription, owner: RouteOwner, at: EndpointPlace): Endpoint => {
    try {
      return createEndpoint(parts, { route, owner, ...at })
    } catch (error) {
      return closed({ ...route, path: joined(at.prefix, String(route.path)) }, at.file, error)
    }
  }
  const ofRouter = (router: Router, owner: RouteOwner, at: EndpointPlace): readonly Endpoint[] => {
    const { routes, prefix: own } = isList(router) ? { routes: router } : (router ?? {})
    return (routes ?? []).map(route => {
      // A route with a prefix of its own does not get that of its router.
      const below = route.config?.prefix === undefined ? (own ?? '') : ''
      return make(route, owner, { ...at, prefix: `${at.prefix}${below}` })
    })
  }
  const own = code.apis.flatMap(api =>
    api.routes
      .filter(({ file }) => !isRefused(file))
      .flatMap(({ file, value }) => ofRouter(value as Router, { apiName: api.name }, { prefix, file })),
  )
  const ofPlugins = extensions.flatMap(extended =>
    pluginEndpoints(parts, extended, { prefix, closed: (route, error) => closed(route, extended.file, error) }),
  )
  const file = code.index?.file ?? 'src/index'
  const added = routers.flatMap(router =>
    ofRouter(router, {}, { prefix: !isList(router) && router.type === 'content-api' ? prefix : '', file }),
  )
  const local = code.plugins.flatMap(({ name, file: entry, server }) => {
    const owner = { pluginName: name }
    return routersOf(name, server.routes).flatMap(router => {
      const isAdmin = router.type !== 'content-api'
      const at = { prefix: isAdmin ? '' : prefix, file: entry, isAdmin }
      return isRefused(entry) ? refusedRoutes(router, at, closed) : ofRouter(router, owner, at)
    })
  })
  return { endpoints: [...own, ...local, ...ofPlugins, ...added], problems, closed: closedRoutes }
}

interface EndpointPlace {
  readonly prefix: string
  readonly file: string
  readonly isAdmin?: boolean
}

/** A list of routes is for the panel, and so is a router without a type. */
function routersOf(plugin: string, routes: PluginServer['routes']): readonly RouterObject[] {
  const routers: readonly RouterObject[] = Array.isArray(routes) ? [{ routes }] : Object.values(routes)
  return routers.map(router => ({ ...router, prefix: router.prefix || `/${plugin}` }))
}

function refusedRoutes(
  { routes = [], prefix = '' }: RouterObject,
  at: EndpointPlace,
  closed: (route: RouteDescription, file: string, error: unknown) => Endpoint,
): readonly Endpoint[] {
  return routes.map(route => {
    const below = route.config?.prefix === undefined ? prefix : ''
    const path = joined(`${at.prefix}${below}`, String(route.path))
    return closed({ ...route, path }, at.file, 'the plugin is not run')
  })
}

type RouterObject = Exclude<Router, readonly RouteDescription[]>

function isList(router: Router | undefined): router is readonly RouteDescription[] {
  return Array.isArray(router)
}

export interface CustomRoute {
  readonly method: string
  /** With the prefix of the API: `/api/articles/:slug/related`. */
  readonly path: string
  /** The file that it comes from. */
  readonly file: string
}

/** The routes that do something else than the server's own. */
export function customRoutes(
  endpoints: readonly Endpoint[],
  { types }: Schema,
  prefix: string,
): readonly CustomRoute[] {
  const own = [...types.values()].filter(({ userDefined }) => userDefined)
  return endpoints
    .filter(endpoint => endpoint.path.startsWith(`${prefix}/`) && !isOwnRoute(endpoint, own, prefix))
    .map(({ method, path, file }) => ({ method, path, file }))
}
