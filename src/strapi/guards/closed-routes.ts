/** The routes that must not be answered, because the code that guards them is not run. */
import type { ContentType, Schema } from '../../schema/schema.ts'
import { findServerCode, type ProjectCode } from './find-server-code.ts'
import { ACTIONS, type Action, type Closing, type ServerCode } from './server-code.ts'

/** Why a route is closed; `undefined` if it is open. `path` is a pattern such as `/api/articles/:id`. */
export type ClosedRoutes = (method: string, path: string) => string | undefined

export interface Guards {
  readonly closed: ClosedRoutes
  /** What is not run, and what that closes, one line for each file. */
  readonly report: readonly string[]
  /** The same as values. */
  readonly code: readonly ServerCode[]
  /** What is knowingly not run. */
  readonly ignored: readonly ServerCode[]
}

export interface GuardsInput {
  readonly folder: string
  readonly schema: Schema
  /** `/api` */
  readonly prefix: string
  /** Files, or folders, whose code is knowingly not run (setting `adopt.ignore`). */
  readonly ignore: readonly string[]
  readonly production: boolean
}

export async function findGuards({ folder, schema, prefix, ignore, production }: GuardsInput): Promise<Guards> {
  const found = await findServerCode(folder, production)
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const all = [...found.code, ...unreachable(found, types)]
  const isIgnored = ({ file }: ServerCode) => ignore.some(name => file === name || file.startsWith(`${name}/`))
  const used = all.filter(code => !isIgnored(code))
  const closings = used.flatMap(({ file, closes }) => closes.map(closing => ({ file, closing })))
  return {
    closed: (method, path) => {
      if (!path.startsWith(`${prefix}/`) || isBelow(path, '/admin')) return undefined
      const route = { method: method === 'HEAD' ? 'GET' : method, path: path.slice(prefix.length) }
      return closings.find(({ closing }) => isClosed(closing, route, types))?.file
    },
    report: reportLines(used),
    code: used,
    ignored: all.filter(isIgnored),
  }
}

/** Routes that the project's own files leave out do not exist in Strapi, whatever the rights say. */
function unreachable({ reachable, routeFiles }: ProjectCode, types: readonly ContentType[]): readonly ServerCode[] {
  return types.flatMap(type => {
    const listed = reachable.get(apiOf(type))
    if (listed === undefined || listed === null) return []
    const open = listed
      .filter(({ uid, path, action }) => uid === type.uid && (path === undefined || isUsual(type, action, path)))
      .map(({ action }) => action)
    const missing = ACTIONS.filter(action => !open.includes(action) && (!type.single || isOfSingle(action)))
    if (missing.length === 0) return []
    const closes = missing.map((action): Closing => ({ kind: 'action', uid: type.uid, action }))
    const file = routeFiles.get(apiOf(type))!
    return [{ file, what: `the routes have no ${missing.join(', ')} of ${type.uid}`, closes }]
  })
}

const isOfSingle = (action: Action): boolean => action === 'find' || action === 'update' || action === 'delete'

const apiOf = ({ uid }: ContentType): string => uid.slice('api::'.length, uid.indexOf('.'))

const rootOf = (type: ContentType): string => `/${type.single ? type.singularName : type.pluralName}`

function isUsual(type: ContentType, action: Action, path: string): boolean {
  const one = !type.single && (action === 'findOne' || action === 'update' || action === 'delete')
  return normal(path) === `${rootOf(type)}${one ? '/:id' : ''}`
}

/** `/articles/:slug/` is the same as `/articles/:id`. */
function normal(path: string): string {
  return `/${path.replace(/^\/+|\/+$/g, '')}`.replace(/:[^/]+/g, ':id').toLowerCase()
}

interface Route {
  readonly method: string
  /** Below the prefix. */
  readonly path: string
}

function isClosed(closing: Closing, route: Route, types: readonly ContentType[]): boolean {
  switch (closing.kind) {
    case 'everything':
      return true
    case 'below':
      return closing.paths.some(path => isBelow(route.path, path))
    case 'path':
      return closing.method === route.method && normal(closing.path) === normal(route.path)
    case 'api':
      return types.some(type => apiOf(type) === closing.api && isBelow(route.path, rootOf(type)))
    case 'action': {
      const type = types.find(({ uid }) => uid === closing.uid)
      return type !== undefined && isBelow(route.path, rootOf(type)) && closing.action === actionOf(type, route)
    }
  }
}

function isBelow(path: string, root: string): boolean {
  return path.toLowerCase() === root.toLowerCase() || path.toLowerCase().startsWith(`${root.toLowerCase()}/`)
}

function actionOf(type: ContentType, { method, path }: Route): Action | undefined {
  switch (method) {
    case 'GET':
      return type.single || path.toLowerCase() === rootOf(type).toLowerCase() ? 'find' : 'findOne'
    case 'POST':
      return 'create'
    case 'PUT':
    case 'PATCH':
      return 'update'
    case 'DELETE':
      return 'delete'
    default:
      return undefined
  }
}

function reportLines(code: readonly ServerCode[]): readonly string[] {
  if (code.length === 0) return []
  const lines = code.map(({ file, what, closes }) => {
    const closed = closes.length === 0 ? '' : `. Closed: ${[...new Set(closes.map(closingText))].join(', ')}`
    return `not run: ${file}: ${what}${closed}`
  })
  const advice =
    'Closed routes answer 501. To answer them without a file, list it in the setting adopt.ignore of populus.config.json'
  return code.some(({ closes }) => closes.length > 0) ? [...lines, advice] : lines
}

/** `api::article.article.find`, `POST /orders` */
export function closingText(closing: Closing): string {
  switch (closing.kind) {
    case 'everything':
      return 'the whole API'
    case 'below':
      return closing.paths.map(path => `${path}/*`).join(', ')
    case 'path':
      return `${closing.method} ${closing.path}`
    case 'api':
      return `all types of ${closing.api}`
    case 'action':
      return `${closing.uid}.${closing.action}`
  }
}
