/** The code in `src/api/<api>`: controllers, services, routes, lifecycles, policies and middlewares. */

import type { Node } from 'acorn'
import { isRecord } from '../../../util/is-record.ts'
import { argumentsOf, keysOf, type ParsedModule, parseModule, resultOf, staticValue, UNKNOWN } from './parse-module.ts'
import { ACTIONS, type Action, type Closing, type ServerCode } from './server-code.ts'

export interface CodeFile {
  readonly file: string
  readonly text: string
}

/** A file of an API folder, with the names of both. */
export interface ApiFile extends CodeFile {
  readonly api: string
  /** The file's name without its ending, in kebab-case. */
  readonly name: string
}

const close = (uid: string, actions: readonly Action[]): readonly Closing[] =>
  actions.map(action => ({ kind: 'action', uid, action }))

/** `null` for what Strapi generates, which adds nothing. */
export function readController(given: ApiFile): ServerCode | null {
  return readOverrides(given, 'createCoreController')
}

export function readService(given: ApiFile): ServerCode | null {
  return readOverrides(given, 'createCoreService')
}

function readOverrides({ file, text, api, name }: ApiFile, factory: string): ServerCode | null {
  const module = parseModule(text, file)
  const whole: Closing = { kind: 'api', api }
  if (module === null) return { file, what: 'it cannot be parsed', closes: [whole] }
  const made = argumentsOf(module.exported, factory)
  const named = made === null ? undefined : staticValue(made[0], module)
  if (made !== null && made.length < 2) return null
  const members = keysOf(made === null ? plainMembers(module) : resultOf(made[1], module))
  const keys = members ?? (made === null && module.names.length > 0 ? module.names : null)
  if (keys === null) return { file, what: 'its actions cannot be told from the code', closes: [whole] }
  if (keys.length === 0) return null
  const uids = new Set([`api::${api}.${name}`, ...(typeof named === 'string' ? [named] : [])])
  const core = ACTIONS.filter(action => keys.includes(action))
  return {
    file,
    what: core.length === 0 ? `it adds ${keys.join(', ')}` : `it overrides ${core.join(', ')}`,
    closes: [...uids].flatMap(uid => close(uid, core)),
  }
}

/** `module.exports = { find() {} }` or a function that returns such an object. */
function plainMembers(module: ParsedModule): Node | undefined {
  return module.exported === undefined ? undefined : resultOf(module.exported, module)
}

/** Hooks before a write may refuse it or complete it; hooks around a read may hide parts of it. */
const HOOKS: readonly (readonly [pattern: RegExp, ...actions: Action[]])[] = [
  [/^beforeCreate/, 'create'],
  [/^beforeUpdate/, 'update'],
  [/^beforeDelete/, 'delete'],
  [/^(before|after)(Find|Count)/, 'find', 'findOne'],
]

export function readLifecycles({ file, text, api, name }: ApiFile): ServerCode | null {
  const module = parseModule(text, file)
  const keys = module === null ? null : (keysOf(plainMembers(module)) ?? (module.exported ? null : module.names))
  if (keys === null) return { file, what: 'its hooks cannot be told from the code', closes: [{ kind: 'api', api }] }
  if (keys.length === 0) return null
  const actions = HOOKS.flatMap(([pattern, ...closed]) => (keys.some(key => pattern.test(key)) ? closed : []))
  return { file, what: `it adds ${keys.join(', ')}`, closes: close(`api::${api}.${name}`, actions) }
}

export interface ReadRoutes {
  readonly code: ServerCode | null
  /** The actions that the file makes reachable, as far as that can be told; `null` if it cannot. */
  readonly reachable: readonly Reachable[] | null
}

export interface Reachable {
  readonly uid: string
  readonly action: Action
  /** If the route has a path of its own, it counts only where that is the usual one. */
  readonly path?: string
}

export function readRoutes({ file, text, api, name }: ApiFile): ReadRoutes {
  const unclear: ReadRoutes = {
    code: { file, what: 'its routes cannot be told from the code', closes: [{ kind: 'api', api }] },
    reachable: null,
  }
  const module = parseModule(text, file)
  if (module === null) return unclear
  const made = argumentsOf(module.exported, 'createCoreRouter')
  if (made === null) return customRoutes({ file, api, name }, module) ?? unclear
  const uid = staticValue(made[0], module)
  const options = made[1] === undefined ? {} : staticValue(resultOf(made[1], module), module)
  if (typeof uid !== 'string' || !isRecord(options)) return unclear
  const { only, except, config, prefix } = options
  if ([only, except, config].includes(UNKNOWN)) return unclear
  const listed = ACTIONS.filter(
    action => (!Array.isArray(only) || only.includes(action)) && !(Array.isArray(except) && except.includes(action)),
  )
  const guarded = ACTIONS.filter(action => isGuarded(isRecord(config) ? config[action] : undefined))
  const parts = [
    ...(guarded.length === 0 ? [] : [`it guards ${guarded.join(', ')} with policies or middlewares`]),
    ...(typeof prefix === 'string' && prefix !== '' ? [`it moves its routes below ${prefix}`] : []),
  ]
  const closes = close(uid, guarded)
  return {
    code: parts.length === 0 ? null : { file, what: parts.join('; '), closes },
    reachable: listed.map(action => ({ uid, action })),
  }
}

/** True unless it is clear that nothing has to run before the action. */
function isGuarded(config: unknown): boolean {
  if (config === undefined) return false
  if (!isRecord(config)) return true
  return ['policies', 'middlewares'].some(key => {
    const list = config[key]
    return list !== undefined && !(Array.isArray(list) && list.length === 0)
  })
}

/** `module.exports = { routes: [{ method, path, handler, config }] }` */
function customRoutes(
  { file, api, name }: Pick<ApiFile, 'file' | 'api' | 'name'>,
  module: ParsedModule,
): ReadRoutes | null {
  const exported = staticValue(resultOf(module.exported, module), module)
  const routes = isRecord(exported) ? exported.routes : undefined
  if (!Array.isArray(routes) || !routes.every(isRecord)) return null
  const read = routes.map(({ method, path, handler, config }) => {
    if (typeof method !== 'string' || typeof path !== 'string' || /[(*]/.test(path)) return null
    const [, owner = '', action = ''] =
      /(?:^|\.)([\w-]+)\.(\w+)$/.exec(typeof handler === 'string' ? handler : '') ?? []
    const isCore = ACTIONS.includes(action as Action) && !isGuarded(config)
    return { method: method.toUpperCase(), path, uid: `api::${api}.${owner || name}`, action, isCore }
  })
  if (read.some(route => route === null)) return null
  const known = read.filter(route => route !== null)
  const text = known.map(({ method, path }) => `${method} ${path}`).join(', ')
  return {
    code:
      known.length === 0
        ? null
        : {
            file,
            what: `it has the routes ${text}`,
            closes: known.filter(({ isCore }) => !isCore).map(({ method, path }) => ({ kind: 'path', method, path })),
          },
    reachable: known
      .filter(({ isCore }) => isCore)
      .map(({ uid, action, path }) => ({ uid, action: action as Action, path })),
  }
}

/** A policy or a middleware does nothing by itself: the routes that name it are closed. */
export function readGuard({ file }: CodeFile, kind: 'policy' | 'middleware'): ServerCode {
  return { file, what: `it is a ${kind}; routes that name it are closed`, closes: [] }
}
