/** Middlewares by name, as `config/middlewares` and the `config` of a route list them. */
import type { ModuleLoader } from '../load/module-loader.ts'
import type { Loose } from '../strapi-types.ts'

export interface NamedMiddleware {
  /** `null` for a function. */
  readonly name: string | null
  readonly handler: Loose
}

const PASS: Loose = (_: Loose, next: Loose) => next()

/** Throws if one of them does not exist or cannot be made. */
export function resolveMiddlewares(strapi: Loose, configured: Loose, loader: ModuleLoader): readonly NamedMiddleware[] {
  if (!Array.isArray(configured)) throw new Error('its middlewares are not a list')
  return configured.map(item => resolveMiddleware(strapi, item, loader))
}

function resolveMiddleware(strapi: Loose, item: Loose, loader: ModuleLoader): NamedMiddleware {
  if (typeof item === 'function') return { name: null, handler: item }
  const { name, resolve, config = {} } = typeof item === 'string' ? { name: item } : (item ?? {})
  if (typeof name === 'string') return { name, handler: make(strapi, strapi.middleware(name), name, config) }
  if (typeof resolve !== 'string') throw new Error('it has a middleware without a name')
  return { name: resolve, handler: make(strapi, loadMiddleware(resolve, loader), resolve, config) }
}

function make(strapi: Loose, factory: Loose, name: string, config: Loose): Loose {
  if (typeof factory !== 'function') throw new Error(`the middleware ${name} does not exist`)
  return factory(config, { strapi }) ?? PASS
}

/** `./src/middlewares/x`, or the name of a package. */
function loadMiddleware(name: string, loader: ModuleLoader): Loose {
  return loader.require(name)
}
