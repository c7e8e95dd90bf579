/** `strapi.server`: where code adds middlewares and routes while the server starts. */
import type { Server } from 'node:http'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { onlyMembers } from '../entities/not-supported.ts'
import type { Router } from './route-description.ts'

export interface StrapiServer {
  readonly server: object
  /** What code has added with `use`. */
  readonly added: readonly Middleware[]
  /** What code has added with `routes`: lists, or objects with `routes`, `prefix` and `type`. */
  readonly routers: readonly Router[]
  /** `strapi.server.httpServer` is there from then on: what listens to it, such as a socket, shares the server's port. */
  connect(httpServer: Server): void
}

/** What its own methods return. */
interface ServerObject {
  readonly app: object
}

export function createStrapiServer(app: Koa): StrapiServer {
  const added: Middleware[] = []
  const routers: Router[] = []
  let connected: Server | undefined
  const server: ServerObject = onlyMembers(
    {
      use: (...middlewares: Middleware[]) => {
        added.push(...middlewares)
        return server
      },
      routes: (router: Router) => {
        routers.push(router)
        return server
      },
      get httpServer() {
        return connected
      },
      app: onlyMembers(
        {
          use: (middleware: Middleware) => {
            added.push(middleware)
            return server.app
          },
          context: app.context,
          request: app.request,
          response: app.response,
          proxy: app.proxy,
          get keys() {
            return app.keys
          },
          on: (event: string, listener: (...values: unknown[]) => void) => app.on(event, listener),
        },
        'strapi.server.app',
      ),
    },
    'strapi.server',
  )
  const connect = (httpServer: Server) => {
    connected = httpServer
  }
  return { server, added, routers, connect }
}
