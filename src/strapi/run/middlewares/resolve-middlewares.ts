/** Middlewares by name, as `config/middlewares` and the `config` of a route list them. */
import type { Middleware } from 'koa'
import type { ModuleLoader } from '../load/module-loader.ts'
import type { Strapi } from '../strapi-types.ts'

export interface NamedMiddleware {
  /** `null` for a function. */
  readonly name: string | null
  readonly handler: Middleware
}

const PASS: Middleware = (_, next) => next()

/** Throws if one of them does not exist or cannot be made. */
export function resolveMiddlewares(
  strapi: Strapi,
  configured: unknown,
  loader: ModuleLoader,
): readonly NamedMiddleware[] {
  if (!Array.isArray(configured)) throw new Error('its middlewares are not a list')
  return configured.map(item => resolveMiddleware(strapi, item, loader))
}

interface MiddlewareEntry {
  readonly name?: unknown
  /** `./src/middlewares/x`, or the name of a package. */
  readonly resolve?: unknown
  readonly config?: unknown
}

function resolveMiddleware(strapi: Strapi, item: unknown, loader: ModuleLoader): NamedMiddleware {
  if (typeof item === 'function') return { name: null, handler: item as Middleware }
  const { name, resolve, config = {} } = (typeof item === 'string' ? { name: item } : (item ?? {})) as MiddlewareEntry
  if (typeof name === 'string') return { name, handler: make(strapi, strapi.middleware(name), name, config) }
  if (typeof resolve !== 'string') throw new Error('it has a middleware without a name')
  return { name: resolve, handler: make(strapi, loader.require(resolve), resolve, config) }
}

function make(strapi: Strapi, factory: unknown, name: string, config: unknown): Middleware {
  if (typeof factory !== 'function') throw new Error(`the middleware ${name} does not exist`)
  return factory(config, { strapi }) ?? PASS
}
