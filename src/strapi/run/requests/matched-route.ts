/** What `@koa/router` leaves in the context of a request that a route answers. */
import type { Context } from 'koa'
import { decoded } from './decoded.ts'
import type { FoundEndpoint } from './route-table.ts'

export function noteRoute(ctx: Context, { endpoint, params, captures }: FoundEndpoint): void {
  const { method, path } = endpoint
  const layer = { path, methods: method === 'GET' ? ['HEAD', 'GET'] : [method], name: null, opts: {} }
  const all = { ...publicParams(ctx), ...ctx.params, ...params }
  ctx.params = all
  Object.assign(ctx.request, { params: all })
  Object.assign(ctx, {
    captures,
    matched: [layer],
    router: { opts: {}, params: {}, stack: [layer] },
    routerPath: path,
    routerName: null,
    _matchedRoute: path,
  })
}

/** Strapi's public folder has a route for reading any path, which matches first. */
function publicParams({ method, path }: Context): Readonly<Record<string, string>> {
  return method === 'GET' || method === 'HEAD' ? { 0: decoded(path.slice(1))! } : {}
}
