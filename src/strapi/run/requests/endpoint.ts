/** A route of a project, from its description to the function that answers it. */
import type { Context, Middleware } from 'koa'
import compose, { type ComposedMiddleware } from 'koa-compose'
import { type Key, pathToRegexp } from 'path-to-regexp'
import { PopulusError } from '../../../errors.ts'
import type { ModuleLoader } from '../load/module-loader.ts'
import { resolveMiddlewares } from '../middlewares/resolve-middlewares.ts'
import type { Strapi, StrapiHost } from '../strapi-types.ts'
import { answerRefusals, authenticateAdministrator, authenticateRequest, authorizeRequest } from './authorize.ts'
import { isCoreAction } from './core-controller.ts'
import { type RouteOwner, resolvePolicies } from './resolve-policies.ts'
import type { DescribedRoute, RouteDescription } from './route-description.ts'

export interface MatchedPath {
  readonly params: Readonly<Record<string, string>>
  /** The values of the parameters as the path has them. */
  readonly captures: readonly (string | undefined)[]
}

export interface Endpoint {
  readonly method: string
  /** With the prefix of the API. */
  readonly path: string
  /** `null` if the path is another one. */
  readonly match: (path: string) => MatchedPath | null
  readonly handle: ComposedMiddleware<Context>
  /** The content type whose own action it runs without anything before it: the server's own route does the same. */
  readonly core: { readonly uid: string; readonly action: string } | undefined
  /** The full name of the action that a role can be granted; absent where none is asked for. */
  readonly granted?: string | undefined
  /** The server's own route answers it. */
  readonly isOwn?: boolean
  /** The file that it comes from. */
  readonly file: string
}

/** A path that the project has taken away. */
export function emptyEndpoint(method: string, path: string, file: string): Endpoint {
  return { method, path, match: matcher(path), handle: async () => undefined, core: undefined, file }
}

/** A route that cannot be made: it answers why, and never what it guards. */
export function closedEndpoint({ method, path }: Pick<Endpoint, 'method' | 'path'>, file: string): Endpoint {
  const refuse = async () => {
    throw new PopulusError('guardNotRun', { file })
  }
  return { method: method.toUpperCase(), path, match: matcher(path), handle: refuse, core: undefined, file }
}

export interface EndpointInput {
  readonly route: RouteDescription
  readonly owner: RouteOwner
  readonly prefix: string
  readonly file: string
  /** Only administrators may call it. */
  readonly isAdmin?: boolean
}

export interface EndpointParts {
  readonly host: StrapiHost
  readonly strapi: Strapi
  readonly loader: ModuleLoader
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'ALL']

/** Throws if the route names something that does not exist. */
export function createEndpoint({ host, strapi, loader }: EndpointParts, input: EndpointInput): Endpoint {
  const { route, owner, prefix, file, isAdmin = false } = input
  const method = String(route.method).trim().toUpperCase()
  const path = joined(prefix, String(route.path).trim())
  if (!METHODS.includes(method)) throw new Error(`it has the method ${method}`)
  const described = withScope(route, owner, isAdmin ? 'admin' : 'content-api')
  const auth = described.config.auth || {}
  if (auth.strategies !== undefined) throw new Error('it has authentication strategies of its own')
  const action = actionOf(strapi, described, owner)
  const usualScope = scopeOf(route.handler, owner)
  const { policies = [], middlewares = [] } = described.config
  const allowed = resolvePolicies(strapi, policies, owner)
  const around = resolveMiddlewares(strapi, middlewares, loader).map(({ handler }) => handler)
  const handle = compose([
    (ctx, next) => {
      ctx.state.route = described
      return next()
    },
    ...(isAdmin ? [authenticateAdministrator(host), answerRefusals] : [authenticateRequest(host), authorizeRequest]),
    allowed,
    ...around,
    returnBody,
    ...[action.handler].flat(),
  ] satisfies Middleware[])
  const isPlain = sameList(policies, []) && around.length === 0 && action.isCore
  const isUsual = sameList(auth.scope, usualScope)
  const [, uid = '', name = ''] = /^(.*)\.(\w+)$/.exec(usualScope[0] ?? '') ?? []
  const core = isPlain && isUsual ? { uid, action: name } : undefined
  const granted = isAdmin ? undefined : usualScope[0]
  return { method, path, match: matcher(path), handle, core, granted, file }
}

export function joined(prefix: string, path: string): string {
  return `/${`${prefix}/${path}`
    .split('/')
    .filter(part => part !== '')
    .join('/')}`
}

/** As `@koa/router` matches: any case, with or without a slash at the end. */
function matcher(path: string): Endpoint['match'] {
  const keys: Key[] = []
  const pattern = pathToRegexp(path, keys, { end: true, sensitive: false, strict: false })
  return given => {
    const found = pattern.exec(given)
    if (found === null) return null
    const values = keys.map(({ name }, index) => [String(name), decoded(found[index + 1])] as const)
    const params = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as MatchedPath['params']
    return { params, captures: found.slice(1) }
  }
}

/** As it is, if it is no encoded text. */
export function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a role must be granted: by default, the name of the action. */
function withScope(route: RouteDescription, owner: RouteOwner, type: string): DescribedRoute {
  const config = route.config ?? {}
  const scope = scopeOf(route.handler, owner)
  const auth = scope.length > 0 && config.auth !== false ? { auth: { scope, ...config.auth } } : {}
  return { ...route, config: { ...config, ...auth }, info: { ...owner, type } }
}

/** Empty for a handler that is a function. */
function scopeOf(handler: unknown, { apiName, pluginName }: RouteOwner): readonly string[] {
  if (typeof handler !== 'string') return []
  const namespace = pluginName === undefined ? `api::${apiName}.` : `plugin::${pluginName}.`
  const name = handler.trim()
  return [name.startsWith(namespace) ? name : `${namespace}${name}`]
}

function sameList(given: unknown, usual: readonly string[]): boolean {
  return Array.isArray(given) && given.length === usual.length && given.every((item, index) => item === usual[index])
}

interface FoundAction {
  readonly handler: Middleware | readonly Middleware[]
  readonly isCore: boolean
}

function actionOf(strapi: Strapi, { handler }: RouteDescription, { apiName, pluginName }: RouteOwner): FoundAction {
  if (typeof handler === 'function' || Array.isArray(handler))
    return { handler: handler as FoundAction['handler'], isCore: false }
  const [, name = '', action = ''] = /^(.*)\.([^.]*)$/.exec(String(handler).trim()) ?? []
  const local = pluginName === undefined ? `api::${apiName}.${name}` : `plugin::${pluginName}.${name}`
  const controller = strapi.controller(local) ?? strapi.controller(name)
  if (controller === undefined) throw new Error(`there is no controller ${name}`)
  if (typeof controller[action] !== 'function') throw new Error(`there is no action ${handler}`)
  return { handler: controller[action].bind(controller), isCore: isCoreAction(controller[action]) }
}

const returnBody: Middleware = async (ctx, next) => {
  const value = await next()
  const isEmpty = ctx.body === null || ctx.body === undefined
  if (isEmpty && value !== null && value !== undefined) ctx.body = value
}
