/** `strapi.server`: where code adds middlewares and routes while the server starts. */
import type Koa from 'koa'
import { onlyMembers } from '../entities/not-supported.ts'
import type { Loose } from '../strapi-types.ts'

export interface StrapiServer {
  readonly server: Loose
  /** What code has added with `use`. */
  readonly added: readonly Loose[]
  /** What code has added with `routes`: lists, or objects with `routes`, `prefix` and `type`. */
  readonly routers: readonly Loose[]
}

export function createStrapiServer(app: Koa): StrapiServer {
  const added: Loose[] = []
  const routers: Loose[] = []
  const server: Loose = onlyMembers(
    {
      use: (...middlewares: Loose[]) => {
        added.push(...middlewares)
        return server
      },
      routes: (router: Loose) => {
        routers.push(router)
        return server
      },
      app: onlyMembers(
        {
          use: (middleware: Loose) => {
            added.push(middleware)
            return server.app
          },
          context: app.context,
          request: app.request,
          response: app.response,
          proxy: app.proxy,
          keys: app.keys,
          on: (event: string, listener: Loose) => app.on(event, listener),
        },
        'strapi.server.app',
      ),
    },
    'strapi.server',
  )
  return { server, added, routers }
}
