/** Answers a read over HTTP: who is asking, what is asked, the answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Explanation } from '../../admin-api/explain-api.ts'
import type { CacheConfig, Limits } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { NamedQueries } from '../../content/named/named-queries.ts'
import { type Question, type Reading, read } from '../../content/read/read.ts'
import { surrogateKeys } from '../../content/read/surrogate-keys.ts'
import { PopulusError } from '../../errors.ts'
import { type Authenticator, bearerToken } from '../../identity/access/authenticate.ts'
import type { MediaContext } from '../../media/media-context.ts'
import { may } from '../../plan/access.ts'
import type { ContentType } from '../../schema/schema.ts'
import { HINT_HEADER, hintText } from '../answer-notes.ts'
import { isPassedOn } from '../extension/built-in-answer.ts'
import { lastTag } from '../live/live-stream.ts'
import type { IsMeant, LiveStreams } from '../live/live-streams.ts'
import { refusal } from '../refusal.ts'
import { asksToExplain, type ExplainRead } from './explain-read.ts'
import type { Answer, FrontDoor } from './front-door.ts'
import { type IsReshaped, wantsOwnForm } from './reshape-bodies.ts'
import {
  type AnswerHeads,
  answerHeads,
  callerName,
  clientGone,
  countAnswer,
  JSON_TYPE,
  policyHeaders,
  sendAnswer,
  wantsEvents,
  wantsFresh,
} from './send-answer.ts'
import { routeOf, type TypeRoutes } from './type-routes.ts'

export interface ContentRoutes {
  readonly context: ContentContext
  readonly authenticate: Authenticator
  readonly cache: CacheConfig
  /** Whether answers help developers: how long their stages took, and what would grant a missing right. */
  readonly development: boolean
  /** The project folder, for commands in hints. */
  readonly folder: string
  /** Whether answers depend on the origin of a request. */
  readonly byOrigin: boolean
  /** Answers `?explain`. */
  readonly explain: ExplainRead
  /** Answers reads again when their answers have changed. */
  readonly live: LiveStreams
  /** Learns the addresses that it may answer from now on. */
  readonly frontDoor: FrontDoor | undefined
  /** Whether code of the project answers a route. The front door must not. */
  readonly isExtended?: ((method: string, path: string) => boolean) | undefined
  /** Whether code of the project was written for a route. Other ways to ask the same must not lead around it. */
  readonly isGuarded?: ((method: string, path: string) => boolean) | undefined
  /** Whether code of the project answers a route alone. */
  readonly isReplaced?: ((method: string, path: string) => boolean) | undefined
  /** Whether the answers of a route are brought into another form before they are sent. */
  readonly isReshaped?: IsReshaped | undefined
  /** `/api` */
  readonly prefix: string
  /** The routes that all types have. */
  readonly typeRoutes: TypeRoutes
  readonly queries: NamedQueries
  /** Whether callers without credentials may read by named queries only. */
  readonly namedOnly: boolean
  /** For the files that come with entries. */
  readonly media: MediaContext
  readonly limits: Limits
}

/** What a request asks for. Throws PopulusError. */
export type Asked = (request: FastifyRequest) => Pick<Question, 'search' | 'target' | 'entryId' | 'queryLength'>

/** How a route differs from the list of a type. */
interface ReadForm {
  /** Whether the query is one that the project has named. */
  readonly named?: boolean
  /** Whether the address still stands for the same question, if that can change. */
  readonly isMeant?: IsMeant
  /** Makes the answer. */
  readonly answer?: Answer
}

/** Checks who is asking and whether they may. Only then does it look at the query. */
export function readHandler(
  routes: ContentRoutes,
  type: ContentType,
  action: 'find' | 'findOne' | 'aggregate',
  asked: Asked,
  { named = false, answer = read, isMeant }: ReadForm = {},
) {
  const namedOnly = routes.namedOnly && !named
  const { context, authenticate, cache, development, byOrigin, frontDoor, explain } = routes
  // Signed addresses expire, so nobody may keep an answer that has them.
  const isSigned = context.markFiles === true
  const ownForm = (request: FastifyRequest) => routes.isReshaped !== undefined && wantsOwnForm(request)
  // What is computed from entries says something about them.
  const scopes = [`${type.uid}.find`, `${type.uid}.${action}`].slice(action === 'aggregate' ? 0 : 1)
  const compress = cache.responses && cache.compress
  const policy = { control: cache.control[type.uid] ?? cache.control['*'], compress, byOrigin }
  const [heads, ownHeads] = [false, true].map(withCredentials =>
    frontDoor?.heads(policyHeaders(policy, withCredentials)),
  )
  const keysOf = cache.surrogateKeys ? surrogateKeys(context.schema) : undefined
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    accessVersion = frontDoor?.accessVersion(),
  ): Promise<FastifyReply> => {
    const begun = performance.now()
    const stages = development ? new Stages() : undefined
    const { authorization, origin, 'if-none-match': tags, 'accept-encoding': accepted } = request.headers
    if (authorization !== undefined && asksToExplain(request.raw.url ?? '')) {
      const explanation = await explain(request)
      if (explanation !== undefined) return sendExplanation(reply, explanation)
    }
    if (namedOnly) refuseAnonymous(authorization, routes.prefix)
    const access = await authenticate(authorization)
    for (const scope of scopes)
      if (!may(access, scope)) throw refusal({ caller: access, action: scope, authorization }, routes)
    stages?.end('access')
    const question: Question = { type, access, ...asked(request) }
    const route = routeOf(request) ?? ''
    const isLive = wantsEvents(request) && mayBeLive(routes, request, route)
    const fresh = access.everything && wantsFresh(request)
    const planned = stages === undefined ? undefined : () => stages.end('plan')
    const reading = await answer(context, question, {
      // Only methods that are safe to repeat may be answered with 304.
      tags: isLive ? lastTag(request) : isSigned || request.method === 'POST' || ownForm(request) ? undefined : tags,
      fresh,
      gone: clientGone(reply.raw),
      planned,
    })
    stages?.end('answer')
    if (!isLive) countAnswer(context, reading, callerName(access), begun)
    // Shared caches keep only what they may give to everybody.
    const keys = authorization === undefined ? keysOf?.(reading.name.tables, question) : undefined
    if (isLive) return routes.live.open(reply, { reading, question, answer, route, authorization, scopes, isMeant })
    if (isSigned) return sendToSign(reply, reading)
    if (routes.isReshaped?.(request.method, route)) {
      return sendToReshape(reply, reading, {
        headers: [...policyHeaders(policy, authorization !== undefined), ...(keys ?? [])],
        tagged: !ownForm(request),
      })
    }
    reply.hijack()
    const usualHeads = byOrigin && origin !== undefined ? undefined : authorization === undefined ? heads : ownHeads
    sendAnswer(reply.raw, reading, {
      heads: usualHeads ?? headsOf(reply, policyHeaders(policy, authorization !== undefined)),
      accepted: compress ? accepted : undefined,
      timing: stages?.header,
      keys,
    })
    if (frontDoor !== undefined && request.method === 'GET') {
      const { name } = reading
      const known = { question, answer, route, compress }
      const url = request.raw.url ?? ''
      if (authorization !== undefined) frontDoor.rememberPath(url, { ...known, heads: ownHeads!, scopes })
      else frontDoor.remember(url, { ...known, name, heads: heads!, accessVersion: accessVersion! })
    }
    return reply
  }
}

/** Answers that are changed on their way to the client are not pushed. */
function mayBeLive({ context, isReshaped, isGuarded }: ContentRoutes, { raw }: FastifyRequest, route: string): boolean {
  const isChanged = isPassedOn(raw) || isGuarded?.('GET', route) === true || isReshaped?.('GET', route) === true
  return context.markFiles !== true && !isChanged
}

/** For callers without credentials, if they may read by named queries only. */
export function refuseAnonymous(authorization: string | undefined, prefix: string): void {
  if (bearerToken(authorization) === undefined) throw new PopulusError('namedQueriesOnly', { prefix })
}

function sendExplanation(reply: FastifyReply, data: Explanation): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .send(JSON.stringify({ data, meta: {} }))
}

/** Goes on to `sign-addresses.ts`. */
function sendToSign(reply: FastifyReply, { name, body }: Reading): FastifyReply {
  if (name.hint !== null) reply.header(HINT_HEADER, hintText(name.hint))
  return reply.header('cache-control', 'private, no-store').type(JSON_TYPE).send(body?.plain)
}

interface Reshaping {
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** The tag is that of the other form; Strapi's own form has none. */
  readonly tagged: boolean
}

/** Goes on to `reshape-bodies.ts`. */
function sendToReshape(
  reply: FastifyReply,
  { name, tag, body }: Reading,
  { headers, tagged }: Reshaping,
): FastifyReply {
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1]!)
  if (name.hint !== null) reply.header(HINT_HEADER, hintText(name.hint))
  if (tagged) reply.header('etag', tag)
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Strapi-Transformer-Ignore'].flat().join(', '))
  return body === undefined ? reply.code(304).send() : reply.type(JSON_TYPE).send(body.plain)
}

/** Includes the headers set on the reply before the route ran. */
function headsOf(reply: FastifyReply, policy: readonly string[]): AnswerHeads {
  const common = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'vary')
  return answerHeads(
    common.flatMap(([name, value]) => [name, String(value)]),
    policy,
  )
}

// How long the stages of an answer took. The `Server-Timing` header shows it to developers.

class Stages {
  #last = performance.now()
  readonly #entries: string[] = []

  /** Records the work done since the previous stage. */
  end(name: string): void {
    const now = performance.now()
    this.#entries.push(`${name};dur=${(now - this.#last).toFixed(2)}`)
    this.#last = now
  }

  /** `access;dur=0.05, plan;dur=0.31, answer;dur=1.20` */
  get header(): string {
    return this.#entries.join(', ')
  }
}
