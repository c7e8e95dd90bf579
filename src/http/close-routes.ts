/** Closes the routes of a Strapi project whose guards are not run. Decided when a route is added: open ones cost nothing. */
import type { FastifyInstance } from 'fastify'
import { PopulusError } from '../errors.ts'

/** The file that guards a route; `undefined` for an open one. */
export type RouteGuard = (method: string, path: string) => string | undefined

export function closeRoutes(server: FastifyInstance, guardOf: RouteGuard): void {
  server.addHook('onRoute', route => {
    const methods = Array.isArray(route.method) ? route.method : [route.method]
    const file = methods.map(method => guardOf(method, route.url)).find(found => found !== undefined)
    if (file === undefined) return
    // Before the body is read, and before anyone is asked who they are.
    route.onRequest = async () => {
      throw new PopulusError('guardNotRun', { file })
    }
  })
}
