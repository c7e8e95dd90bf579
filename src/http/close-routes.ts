/** Closes the routes of a Strapi project whose guards are not run. Decided when a route is added: open ones cost nothing. */
import type { FastifyInstance } from 'fastify'
import { PopulusError } from '../errors.ts'

/** The file that guards a route; `undefined` for an open one. */
export type RouteGuard = (method: string, path: string) => string | undefined

/** A route that answers like `GET` of another path has the guards of that path. */
interface RouteConfig {
  readonly readsLike?: string
}

export function closeRoutes(server: FastifyInstance, guardOf: RouteGuard): void {
  server.addHook('onRoute', route => {
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    const { readsLike } = (route.config ?? {}) as RouteConfig
    const asked = readsLike === undefined ? methods.map(method => [method, route.url]) : [['GET', readsLike]]
    const file = asked.map(([method, url]) => guardOf(method!, url!)).find(found => found !== undefined)
    if (file === undefined) return
    // Before the body is read, and before anyone is asked who they are.
    route.onRequest = async () => {
      throw new PopulusError('guardNotRun', { file })
    }
  })
}
