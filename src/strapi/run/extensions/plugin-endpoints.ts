/** The routes of an extended plug-in. Those that the extension left as they were are answered by the server itself. */
import { isDeepStrictEqual } from 'node:util'
import { createEndpoint, type Endpoint, type EndpointParts, emptyEndpoint } from '../requests/endpoint.ts'
import type { RouteDescription } from '../requests/route-description.ts'
import type { ExtendedPlugin } from './apply-extension.ts'
import { type PluginRoute, pluginPath } from './extended-routes.ts'

export function pluginEndpoints(
  parts: EndpointParts,
  { name, file, plugin, original }: ExtendedPlugin,
  {
    prefix,
    closed,
  }: { readonly prefix: string; readonly closed: (route: RouteDescription, error: unknown) => Endpoint },
): readonly Endpoint[] {
  const routers = Array.isArray(plugin.routes) ? [] : Object.values(plugin.routes as Record<string, PluginRouter>)
  const routes = routers.filter(({ type }) => type === 'content-api').flatMap(({ routes: list }) => list)
  const made = routes.map(route => {
    const shown = { ...route, path: pluginPath(name, route) }
    try {
      const endpoint = createEndpoint(parts, { route: shown, owner: { pluginName: name }, prefix, file })
      return { ...endpoint, isOwn: isUnchanged(plugin, original, route) }
    } catch (error) {
      return closed({ ...shown, path: `${prefix}${shown.path}` }, error)
    }
  })
  const gone = original.routes.filter(route => !routes.some(other => isSamePlace(name, route, other)))
  return [...made, ...gone.map(route => emptyEndpoint(route.method, `${prefix}${pluginPath(name, route)}`, file))]
}

interface PluginRouter {
  readonly type: string
  readonly routes: readonly PluginRoute[]
}

function isSamePlace(name: string, route: PluginRoute, other: PluginRoute): boolean {
  return pluginPath(name, route) === pluginPath(name, other) && route.method === String(other.method).toUpperCase()
}

function isUnchanged(
  plugin: ExtendedPlugin['plugin'],
  { routes, actions }: ExtendedPlugin['original'],
  route: PluginRoute,
): boolean {
  const [controller = '', action = ''] = String(route.handler).split('.')
  const known = routes.find(candidate => isDeepStrictEqual(candidate, route))
  return known !== undefined && plugin.controllers[controller]?.[action] === actions[known.handler]
}
