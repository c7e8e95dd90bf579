/** Answers the requests that a project's code takes part in. All others go to the server's own routes. */
import type { IncomingMessage } from 'node:http'
import type Koa from 'koa'
import type { Context, Middleware } from 'koa'
import { PopulusError } from '../../../errors.ts'
import type { RequestTaker } from '../../../http/extension/route-extension.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { isRecord } from '../../../util/is-record.ts'
import { formatError } from '../errors/format-error.ts'
import { listBehind } from '../guards/list-behind.ts'
import type { StrapiLog } from '../strapi-types.ts'
import { type BodyLimits, readBody } from './body/request-body.ts'
import type { Endpoint } from './endpoint.ts'
import { noteRoute } from './matched-route.ts'
import { passOn, pathOf, rememberTaken, sendOwn } from './pass-on.ts'
import { createRouteTable, type FoundEndpoint, isOwnRoute } from './route-table.ts'

export interface RequestParts {
  readonly app: Koa
  readonly endpoints: readonly Endpoint[]
  /** Puts `ctx.session` into every context. */
  readonly sessions: Middleware
  /** Run around every request. */
  readonly middlewares: readonly Middleware[]
  /** The content types of the project. */
  readonly types: readonly ContentType[]
  readonly prefix: string
  /** The file that closes a path, because it is not run. */
  readonly closed: (method: string, path: string) => string | undefined
  /** Whether the project's code takes part in the actions of a type, though its routes are plain. */
  readonly isTouched: (uid: string) => boolean
  readonly limits: BodyLimits
  /** Whether code finds the text of a body, too, under `Symbol.for('unparsedBody')`. */
  readonly includeUnparsed: boolean
  readonly log: StrapiLog
  readonly runInContext: (ctx: Context, run: () => Promise<unknown>) => Promise<unknown>
}

/** The panel and the probes are the server's own. */
const NEVER_TAKEN = /^\/(admin|_health|_ready)(\/|$)/i

export function createProjectRequests(parts: RequestParts): RequestTaker {
  const { app, middlewares } = parts
  const look = finder(parts)
  const lookups = new WeakMap<IncomingMessage, Lookup>()
  /** The code of the project may have changed the method since. */
  const targetOf = ({ req, method }: Context): Target => {
    const known = lookups.get(req)!
    return known.method === method ? known.target : look(method, known.path)
  }
  app.use((ctx, next) => parts.runInContext(ctx, next))
  app.use(answerErrors(parts.log))
  app.use(refuseClosed(targetOf))
  app.use(withBody(parts, ctx => targetOf(ctx).kind === 'code'))
  app.use(parts.sessions)
  for (const middleware of middlewares) app.use(middleware)
  app.use(ctx => dispatch(ctx, targetOf(ctx), parts.prefix))
  const callback = app.callback()
  return {
    take: (method, path) => {
      if (NEVER_TAKEN.test(path)) return undefined
      const target = look(method, path)
      if (target.kind === 'own' && middlewares.length === 0) return undefined
      return async taken => {
        rememberTaken(taken)
        lookups.set(taken.request, { method, path, target })
        await callback(taken.request, taken.response)
      }
    },
  }
}

interface Lookup {
  readonly method: string
  readonly path: string
  readonly target: Target
}

/** What is to be done with a request. */
type Target =
  | { readonly kind: 'code'; readonly found: FoundEndpoint }
  /** A route of the project does what the server's own does, or the path is none of the project's. */
  | { readonly kind: 'own' }
  /** A path of a content type for which the project has no route. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  /** The file is not run, and guards the path. */
  | { readonly kind: 'closed'; readonly file: string }

function finder({
  endpoints,
  types,
  prefix,
  isTouched,
  closed,
}: RequestParts): (method: string, path: string) => Target {
  const table = createRouteTable(endpoints)
  const roots = types.map(type => `${prefix}/${type.single ? type.singularName : type.pluralName}`.toLowerCase())
  const isOfType = (path: string) => roots.some(root => path === root || path.startsWith(`${root}/`))
  const find = (method: string, path: string): Target => {
    const found = table.find(method, path)
    if (found !== undefined) {
      const { endpoint } = found
      const isOwn = endpoint.isOwn === true || (isOwnRoute(endpoint, types, prefix) && !isTouched(endpoint.core!.uid))
      if (!isOwn) return { kind: 'code', found }
    }
    const lower = path.toLowerCase()
    // The server's own ways to ask about a list, unless code takes part in it.
    const list = listBehind(method, path)
    if (list !== undefined && isOfType(list)) {
      const { kind } = find('GET', list)
      return kind === 'own' ? { kind } : { kind: 'missing' }
    }
    if (found !== undefined) return { kind: 'own' }
    const isTranslation = method === 'POST' && /\/localizations\/?$/.test(lower)
    const allowed = table.methodsOf(path)
    if (allowed.length > 0) return { kind: 'method', allowed }
    if (isTranslation || !isOfType(lower)) return { kind: 'own' }
    // Strapi has a route for reading any path: its public folder.
    return method === 'GET' || method === 'HEAD' ? { kind: 'missing' } : { kind: 'method', allowed: ['HEAD', 'GET'] }
  }
  return (method, path) => {
    const file = closed(method, path)
    return file === undefined ? find(method, path) : { kind: 'closed', file }
  }
}

async function dispatch(ctx: Context, target: Target, prefix: string): Promise<unknown> {
  switch (target.kind) {
    case 'code': {
      noteRoute(ctx, target.found)
      return target.found.endpoint.handle(ctx, NOTHING)
    }
    case 'own':
      return pathOf(ctx).toLowerCase().startsWith(`${prefix}/`) ? passOn(ctx) : sendOwn(ctx)
    case 'method':
      ctx.set('allow', target.allowed.join(', '))
      ctx.status = ctx.method === 'OPTIONS' ? 200 : 405
      ctx.body = ctx.method === 'OPTIONS' ? '' : 'Method Not Allowed'
      return undefined
    case 'missing':
      return undefined
    case 'closed':
      throw closedError(target)
  }
}

const UNPARSED = Symbol.for('unparsedBody')

const NOTHING = async (): Promise<void> => undefined

/** As Strapi's own: whatever is thrown becomes an answer, and no answer at all is 404. */
function answerErrors(log: StrapiLog): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (!ctx.response._explicitStatus) ctx.notFound()
    } catch (error) {
      const { status, body, internal } = formatError(error)
      if (internal) log.error(error)
      ctx.status = status
      ctx.body = body
    }
  }
}

/** Before the body is read, and before anyone is asked who they are. */
function refuseClosed(targetOf: (ctx: Context) => Target): Middleware {
  return (ctx, next) => {
    const target = targetOf(ctx)
    if (target.kind === 'closed') throw closedError(target)
    return next()
  }
}

function closedError({ file }: Target & { kind: 'closed' }): PopulusError {
  return new PopulusError('guardNotRun', { file })
}

/** A form with files is read for the project's code only; the server's own routes get it as it comes. */
function withBody({ limits, includeUnparsed }: RequestParts, isForCode: (ctx: Context) => boolean): Middleware {
  return async (ctx, next) => {
    if (ctx.is('multipart') && !isForCode(ctx)) return next()
    const { body, files, text, done } = await readBody(ctx, limits)
    ctx.request.body = body
    if (files !== undefined) ctx.request.files = files
    if (text !== undefined) ctx.request.rawBody = text
    if (includeUnparsed && isRecord(body)) Object.defineProperty(body, UNPARSED, { value: text, writable: true })
    try {
      await next()
    } finally {
      await done()
    }
  }
}
