/** The code that a project has in `populus/hooks` and `populus/routes`. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { ContentContext } from '../content/content-context.ts'
import type { ContentHooks, HookedWrite } from '../content/content-hooks.ts'
import { PopulusError, StartError } from '../errors.ts'
import type { CustomRoute, RouteRequest } from '../http/extension/route-extension.ts'
import { actionOwners } from '../identity/access/action-owners.ts'
import { bearerToken } from '../identity/access/authenticate.ts'
import { may } from '../plan/access.ts'
import { type Schema, USER_UID } from '../schema/schema.ts'
import { noSuchName } from '../util/no-such-name.ts'
import type { ExtendRoute } from './extend.ts'
import { extendApi, SERVER, typesByName } from './extend-api.ts'
import { loadModule } from './load-module.ts'
import { ownFile } from './own-file.ts'
import type { ProjectCode } from './project-code.ts'

type Hook = (event: object) => unknown
type HooksOf = Readonly<Record<string, Hook>>

const HOOKS = ['beforeCreate', 'afterCreate', 'beforeUpdate', 'afterUpdate', 'beforeDelete', 'afterDelete']
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** `undefined` for a project without such files. Throws StartError for files that cannot be used. */
export async function loadOwnCode(config: Config, schema: Schema): Promise<ProjectCode | undefined> {
  const [hooksFile, routesFile] = await Promise.all(['hooks', 'routes'].map(name => ownFile(config.folder, name)))
  if (hooksFile === undefined && routesFile === undefined) return undefined
  const hooks = hooksFile === undefined ? undefined : await readHooks(config.folder, hooksFile, schema)
  const routes = routesFile === undefined ? undefined : readRoutes(config, routesFile, schema)
  let context: ContentContext | undefined
  const current = () => context!
  return {
    hooks: hooks && contentHooks(hooks, current),
    routes: routes && { routes: routes.map(route => customRoute(route, config.api.prefix, routesFile!, current)) },
    parts: [hooksFile, routesFile].flatMap(file => (file === undefined ? [] : [file.replace(/\.\w+$/, '')])),
    report: [hooksFile, routesFile].flatMap(file => (file === undefined ? [] : [`runs ${file}`])),
    start: async services => {
      context = services.content
    },
    stop: async () => {},
  }
}

/** By uid. */
async function readHooks(folder: string, file: string, schema: Schema): Promise<ReadonlyMap<string, HooksOf>> {
  const given = loadModule(folder, join(folder, file))
  const lines = (await readFile(join(folder, file), 'utf8')).split('\n')
  const at = (name: string) => {
    const line = lines.findIndex(text => new RegExp(`\\b${name}\\b`).test(text)) + 1
    return line === 0 ? '' : `line ${line}: `
  }
  if (typeof given !== 'object' || given === null) throw new StartError(`${file} must export hooks by default`)
  const names = new Map(
    [...typesByName({ schema })].map(([name, { uid }]) => [name, uid]).concat([['users', USER_UID]]) as [
      string,
      string,
    ][],
  )
  const problems: string[] = []
  const found = new Map<string, HooksOf>()
  for (const [name, hooks] of Object.entries(given as Record<string, object>)) {
    const uid = names.get(name)
    if (uid === undefined) problems.push(at(name) + noSuchName('content type', name, [...names.keys()], 10))
    else found.set(uid, hooks as HooksOf)
    for (const [hook, run] of Object.entries(hooks ?? {})) {
      if (!HOOKS.includes(hook)) problems.push(at(hook) + noSuchName('hook', hook, HOOKS, 10))
      else if (typeof run !== 'function') problems.push(`${at(hook)}${hook} is not a function`)
    }
  }
  if (problems.length > 0) throw new StartError(`${file} cannot be used`, problems)
  return found
}

function contentHooks(hooks: ReadonlyMap<string, HooksOf>, context: () => ContentContext): ContentHooks {
  const hookOf = (when: string, { action, type }: HookedWrite) =>
    hooks.get(type.uid)?.[`${when}${action[0]!.toUpperCase()}${action.slice(1)}`]
  const eventOf = ({ caller, state, id }: HookedWrite, data: object) => ({
    ...(id === null ? {} : { id }),
    data,
    state,
    caller: { userId: caller.userId ?? null, adminId: caller.adminId ?? null, isServer: caller === SERVER },
    api: extendApi(context(), caller),
  })
  return {
    has: (uid, when) =>
      Object.keys(hooks.get(uid) ?? {}).some(name => when.startsWith(name.startsWith('b') ? 'b' : 'a')),
    beforeWrite: async event => {
      const returned = await hookOf('before', event)?.(eventOf(event, event.data))
      return typeof returned === 'object' && returned !== null
        ? (returned as object as Record<string, unknown>)
        : event.data
    },
    afterWrite: async event => {
      await hookOf('after', event)?.(eventOf(event, event.data))
    },
  }
}

type AnyRoute = ExtendRoute<{ collections: Record<string, never>; singles: Record<string, never> }>

function readRoutes({ folder }: Config, file: string, schema: Schema): readonly AnyRoute[] {
  const given = loadModule(folder, join(folder, file))
  if (!Array.isArray(given)) throw new StartError(`${file} must export a list of routes by default`)
  const rights = actionOwners(schema).flatMap(({ uid, actions }) => actions.map(action => `${uid}.${action}`))
  const problems = given.flatMap((route: Partial<AnyRoute> | null, index) => {
    const name = `route ${index + 1} (${route?.method} ${route?.path})`
    if (!METHODS.includes(String(route?.method))) return [`${name}: method must be one of ${METHODS.join(', ')}`]
    if (typeof route?.path !== 'string' || !/^(\/(:?[\w.~-]+))+$/.test(route.path))
      return [`${name}: path must be like /articles/:id/likes`]
    if (typeof route.auth !== 'boolean' && typeof route.auth !== 'string')
      return [`${name}: auth must be true, false or the name of a right`]
    if (typeof route.auth === 'string' && !rights.includes(route.auth))
      return [`${name}: ${noSuchName('right', route.auth, rights)}`]
    return typeof route.handler === 'function' ? [] : [`${name}: handler must be a function`]
  })
  if (problems.length > 0) throw new StartError(`${file} cannot be used`, problems)
  return given as readonly AnyRoute[]
}

function customRoute(route: AnyRoute, prefix: string, file: string, context: () => ContentContext): CustomRoute {
  const handle = async (request: RouteRequest) => {
    const caller = await request.caller()
    const isKnown = bearerToken(request.raw.headers.authorization) !== undefined
    const isAllowed = typeof route.auth === 'string' ? may(caller, route.auth) : !route.auth || isKnown
    if (!isAllowed) throw new PopulusError('forbidden')
    const answer = await route.handler({
      params: request.params,
      query: Object.fromEntries(new URLSearchParams(request.search)),
      body: request.body,
      headers: request.raw.headers,
      caller: { userId: caller.userId, adminId: null, isServer: false },
      api: extendApi(context(), caller),
    })
    if (answer === undefined) return { status: 204, headers: {}, body: null }
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(answer) ?? 'null',
    }
  }
  return { method: route.method, path: prefix + route.path, handle, file }
}
