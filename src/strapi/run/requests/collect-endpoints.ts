/** All routes of a project: those of its APIs, of its extensions, and those that its code adds while it starts. */
import type { ExtendedPlugin } from '../extensions/apply-extension.ts'
import { pluginEndpoints } from '../extensions/plugin-endpoints.ts'
import type { LoadedCode } from '../load/load-code.ts'
import { closedEndpoint, createEndpoint, type Endpoint, type EndpointParts, joined } from './endpoint.ts'
import type { RouteOwner } from './resolve-policies.ts'
import type { RouteDescription, Router } from './route-description.ts'

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
    return closedEndpoint({ method: String(route.method), path: String(route.path) }, file)
  }
  const make = (
    route: RouteDescription,
    owner: RouteOwner,
    at: { readonly prefix: string; readonly file: string },
  ): Endpoint => {
    try {
      return createEndpoint(parts, { route, owner, ...at })
    } catch (error) {
      return closed({ ...route, path: joined(at.prefix, String(route.path)) }, at.file, error)
    }
  }
  const ofRouter = (router: Router, owner: RouteOwner, file: string, root: string): readonly Endpoint[] => {
    const { routes, prefix: own } = isList(router) ? { routes: router } : (router ?? {})
    return (routes ?? []).map(route => {
      // A route with a prefix of its own does not get that of its router.
      const below = route.config?.prefix === undefined ? (own ?? '') : ''
      return make(route, owner, { prefix: `${root}${below}`, file })
    })
  }
  const own = code.apis.flatMap(api =>
    api.routes
      .filter(({ file }) => !isRefused(file))
      .flatMap(({ file, value }) => ofRouter(value as Router, { apiName: api.name }, file, prefix)),
  )
  const ofPlugins = extensions.flatMap(extended =>
    pluginEndpoints(parts, extended, { prefix, closed: (route, error) => closed(route, extended.file, error) }),
  )
  const file = code.index?.file ?? 'src/index'
  const added = routers.flatMap(router =>
    ofRouter(router, {}, file, !isList(router) && router.type === 'content-api' ? prefix : ''),
  )
  return { endpoints: [...own, ...ofPlugins, ...added], problems, closed: closedRoutes }
}

function isList(router: Router | undefined): router is readonly RouteDescription[] {
  return Array.isArray(router)
}
