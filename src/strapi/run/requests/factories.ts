/** `factories` of `@strapi/strapi`: controllers, services and routes that start from Strapi's own. */
import type { Loose, Strapi, StrapiModel } from '../strapi-types.ts'
import { type CoreParts, coreController } from './core-controller.ts'
import { coreService } from './core-service.ts'

export interface Factories {
  createCoreController(uid: string, extend?: Loose): Loose
  createCoreService(uid: string, extend?: Loose): Loose
  createCoreRouter(uid: string, options?: Loose): Loose
}

/** `parts` is asked for when a controller is made: files are loaded before it is complete. */
export function createFactories(strapi: Strapi, parts: () => CoreParts): Factories {
  const modelOf = (uid: string): StrapiModel => {
    const model = strapi.contentType(uid)
    if (model === undefined) throw new Error(`there is no content type ${uid}`)
    return model
  }
  return {
    createCoreController: (uid, extend) => () =>
      extended(coreController(parts(), modelOf(uid)), typeof extend === 'function' ? extend({ strapi }) : extend),
    createCoreService: (uid, extend) => () =>
      extended(coreService(strapi, modelOf(uid)), typeof extend === 'function' ? extend({ strapi }) : extend),
    createCoreRouter: (uid, options = {}) => {
      let routes: readonly Loose[] | undefined
      return {
        type: options.type ?? 'content-api',
        prefix: options.prefix,
        get routes() {
          routes ??= coreRoutes(modelOf(uid), options)
          return routes
        },
      }
    },
  }
}

/** The base is the prototype, so that `super` finds its methods, and what is not overridden is copied. */
function extended(base: Loose, own: Loose = {}): Loose {
  for (const name of Object.keys(base)) if (own[name] === undefined) own[name] = base[name]
  return Object.setPrototypeOf(own, base)
}

function coreRoutes({ uid, kind, info }: StrapiModel, { config = {}, only, except }: Loose): readonly Loose[] {
  const one = `/${info.singularName}`
  const all = `/${info.pluralName}`
  const paths: readonly (readonly [action: string, method: string, path: string])[] =
    kind === 'singleType'
      ? [
          ['find', 'GET', one],
          ['update', 'PUT', one],
          ['delete', 'DELETE', one],
        ]
      : [
          ['find', 'GET', all],
          ['findOne', 'GET', `${all}/:id`],
          ['create', 'POST', all],
          ['update', 'PUT', `${all}/:id`],
          ['delete', 'DELETE', `${all}/:id`],
        ]
  return paths
    .filter(([action]) => !(except ?? []).includes(action) && (only === undefined || only.includes(action)))
    .map(([action, method, path]) => ({ method, path, handler: `${uid}.${action}`, config: { ...config[action] } }))
}
