/** The routes that must not be answered, because the code that guards them is not run. */
import type { ContentType, Schema } from '../../../schema/schema.ts'
import { trimBoth } from '../../../util/text/trim-run.ts'
import { type CodePlace, type FoundCode, findServerCode } from './find-server-code.ts'
import { listBehind } from './list-behind.ts'
import { ACTIONS, type Action, type Closing, type ServerCode } from './server-code.ts'

/** The file that closes a route; `undefined` if it is open. `path` is `/api/articles/:id` or `/api/articles/5`. */
export type ClosedRoutes = (method: string, path: string) => string | undefined

export interface Guards {
  readonly closed: ClosedRoutes
  /** What is run and what is not, and what that closes, one line for each file. */
  readonly report: readonly string[]
  /** The same as values. */
  readonly code: readonly ServerCode[]
  /** What runs. */
  readonly runs: readonly ServerCode[]
  /** What is knowingly not run. */
  readonly ignored: readonly ServerCode[]
  /** Why a file is not run, if somebody tried. */
  readonly problemOf: (file: string) => string | undefined
}

/** What became of a file: it runs, or why it does not. */
export type Outcome = 'runs' | { readonly problem: string; readonly closes: readonly Closing[] }

export interface GuardsInput extends CodePlace {
  readonly schema: Schema
  /** `/api` */
  readonly prefix: string
  /** Files, or folders, whose code is knowingly not run (setting `adopt.ignore`). */
  readonly ignore: readonly string[]
}

export async function findGuards(input: GuardsInput): Promise<Guards> {
  return judgeGuards(await findServerCode(input), input)
}

/** `outcomeOf`: of a file that somebody tried to run; `undefined` for those that nobody runs. */
export function judgeGuards(
  found: FoundCode,
  { schema, prefix, ignore }: Pick<GuardsInput, 'schema' | 'prefix' | 'ignore'>,
  outcomeOf: (file: string) => Outcome | undefined = () => undefined,
): Guards {
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const isRun = (file: string) => outcomeOf(file) === 'runs'
  const all = [...found.code, ...unreachable(found, types).filter(({ file }) => !isRun(file))]
  const used = all.filter(({ file }) => !isIgnored(file, ignore))
  const left = used.filter(({ file }) => !isRun(file)).map(code => withClosings(code, outcomeOf(code.file)))
  const runs = used.filter(({ file }) => isRun(file))
  const closings = left.flatMap(({ file, closes }) => closes.map(closing => ({ file, closing })))
  return {
    closed: (method, path) => {
      if (!isBelow(path, prefix) || isBelow(path, '/admin')) return undefined
      const route = { method: method === 'HEAD' ? 'GET' : method, path: path.slice(prefix.length) }
      const list = listBehind(route.method, route.path)
      const asked = list === undefined ? [route] : [route, { method: 'GET', path: list }]
      return closings.find(({ closing }) => asked.some(each => isClosed(closing, each, types)))?.file
    },
    report: [...runLines(runs), ...reportLines(left, outcomeOf)],
    code: left,
    runs,
    ignored: all.filter(({ file }) => isIgnored(file, ignore)),
    problemOf: file => {
      const outcome = outcomeOf(file)
      return typeof outcome === 'object' ? outcome.problem : undefined
    },
  }
}

function withClosings(code: ServerCode, outcome: Outcome | undefined): ServerCode {
  return typeof outcome === 'object' ? { ...code, closes: [...code.closes, ...outcome.closes] } : code
}

export function isIgnored(file: string, ignore: readonly string[]): boolean {
  return ignore.some(name => file === name || file.startsWith(`${name}/`))
}

function runLines(code: readonly ServerCode[]): readonly string[] {
  return code.map(({ file, what }) => `runs: ${file}: ${what.replace('; routes that name it are closed', '')}`)
}

/** Routes that the project's own files leave out do not exist in Strapi, whatever the rights say. */
function unreachable({ reachable, routeFiles }: FoundCode, types: readonly ContentType[]): readonly ServerCode[] {
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
  return `/${trimBoth(path, '/')}`.replace(/:[^/]+/g, ':id').toLowerCase()
}

/** `/articles/5` and `/articles/:id` both have the pattern `/articles/:slug`. */
function hasPattern(path: string, pattern: string): boolean {
  const given = normal(path).split('/')
  const parts = normal(pattern).split('/')
  return given.length === parts.length && parts.every((part, index) => part === ':id' || part === given[index])
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
      return (closing.method === route.method || closing.method === 'ALL') && hasPattern(route.path, closing.path)
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

function reportLines(code: readonly ServerCode[], outcomeOf: (file: string) => Outcome | undefined): readonly string[] {
  if (code.length === 0) return []
  const lines = code.map(({ file, what, closes }) => {
    const outcome = outcomeOf(file)
    const reason = outcome === undefined || outcome === 'runs' ? '' : ` (${outcome.problem})`
    const closed = closes.length === 0 ? '' : `. Closed: ${[...new Set(closes.map(closingText))].join(', ')}`
    return `not run: ${file}: ${what}${reason}${closed}`
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
