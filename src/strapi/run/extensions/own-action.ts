/** An action of a plug-in that Populus has itself: it asks the server's own route, whatever route the code is called from. */
import type { Context } from 'koa'
import { passOn } from '../requests/pass-on.ts'
import { PLUGIN_ROUTES, type PluginRoute, pluginPath } from './extended-routes.ts'

export type OwnAction = (ctx: Context) => Promise<unknown>

function ownAction(plugin: string, routes: readonly PluginRoute[], handler: string, prefix: string): OwnAction {
  const own = routes.filter(route => route.handler === handler).sort((a, b) => namesOf(b).length - namesOf(a).length)
  return async ctx => {
    // Of several routes, the one whose parameters the request has.
    const route = own.find(candidate => namesOf(candidate).every(name => ctx.params?.[name] !== undefined)) ?? own[0]!
    const path = filled(pluginPath(plugin, route), ctx.params ?? {})
    // `/users/count` would lead to another action, which the project may have taken away.
    if (routes.some(other => other !== route && other.method === route.method && pluginPath(plugin, other) === path)) {
      ctx.body = null
      return null
    }
    // Whoever may call the code may have it do this.
    await passOn(ctx, { method: route.method, path: `${prefix}${path}`, granted: `plugin::${plugin}.${handler}` })
    return ctx.body
  }
}

/** The controllers of a plug-in: each action by the name of its controller and its own. */
export function controllersOf(actions: Readonly<Record<string, OwnAction>>): Record<string, Record<string, OwnAction>> {
  const controllers: Record<string, Record<string, OwnAction>> = {}
  for (const [handler, action] of Object.entries(actions)) {
    const [controller = '', part = ''] = handler.split('.')
    controllers[controller] = { ...controllers[controller], [part]: action }
  }
  return controllers
}

/** By handler: `auth.callback`. */
export function ownActions(plugin: string, prefix: string): Readonly<Record<string, OwnAction>> {
  const routes = PLUGIN_ROUTES[plugin] ?? []
  return Object.fromEntries(routes.map(({ handler }) => [handler, ownAction(plugin, routes, handler, prefix)]))
}

function namesOf({ path }: PluginRoute): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
}

function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace('(.*)', params[0] ?? '')
}
