/** The routes of content types: a collection has a list and its entries, a single type has one entry. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CacheConfig } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { Answer } from '../../content/read/answer.ts'
import { find } from '../../content/read/find.ts'
import { findOne, findSingle } from '../../content/read/find-one.ts'
import type { ReadInput } from '../../content/read/prepare-read.ts'
import { PopulusError } from '../../errors.ts'
import type { Authenticator } from '../../identity/access/authenticate.ts'
import { may } from '../../plan/access.ts'
import type { ContentType } from '../../schema/schema.ts'
import { HINT_HEADER, hintText } from '../hint-header.ts'
import { type AnswerPolicy, policyHeaders } from './answer-headers.ts'
import { replyWithAnswer } from './answer-reply.ts'
import type { FrontDoor } from './front-door.ts'
import { searchOf } from './search-of.ts'
import { Stages } from './stages.ts'

export interface ContentRoutes {
  readonly context: ContentContext
  readonly authenticate: Authenticator
  readonly cache: CacheConfig
  /** Whether answers tell how long their stages took. */
  readonly timed: boolean
  /** Whether answers depend on where a request comes from. */
  readonly byOrigin: boolean
  /** Told of the addresses that it may answer from now on. */
  readonly frontDoor: FrontDoor | undefined
  /** `/api` */
  readonly prefix: string
}

export function registerContentRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  for (const type of routes.context.schema.types.values()) {
    if (!type.userDefined) continue
    if (type.single) {
      const path = `${routes.prefix}/${type.singularName}`
      server.get(
        path,
        handler(routes, type, 'find', input => findSingle(routes.context, input)),
      )
    } else {
      const path = `${routes.prefix}/${type.pluralName}`
      server.get(
        path,
        handler(routes, type, 'find', input => find(routes.context, input)),
      )
      server.get(
        `${path}/:id`,
        handler(routes, type, 'findOne', input => findOne(routes.context, input)),
      )
    }
  }
}

type Operation = (input: ReadInput & { readonly id: string }) => Promise<Answer>

/** Who is asking, and may they? Only then is the query looked at. */
function handler(
  { authenticate, cache, timed, byOrigin, frontDoor }: ContentRoutes,
  type: ContentType,
  action: string,
  operation: Operation,
) {
  const scope = `${type.uid}.${action}`
  const policy: AnswerPolicy = {
    control: cache.control[type.uid] ?? cache.control['*'],
    compress: cache.responses && cache.compress,
    byOrigin,
  }
  const headers = [...policyHeaders(policy, false), ...(timed ? ['server-timing', 'kept'] : [])]
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const stages = timed ? new Stages() : undefined
    const accessVersion = frontDoor?.accessVersion()
    const access = await authenticate(request.headers.authorization)
    if (!may(access, scope)) throw new PopulusError('forbidden')
    stages?.end('access')
    const { id = '' } = request.params as { id?: string }
    const answer = await operation({ type, access, search: searchOf(request.raw.url ?? ''), id })
    stages?.end('plan')
    // Work for nothing is what only those may ask for who may do everything.
    const fresh = access.everything && /\bno-(cache|store)\b/.test(request.headers['cache-control'] ?? '')
    const sent = await replyWithAnswer(answer, { ...policy, fresh, stages }, request, reply)
    if (accessVersion !== undefined && request.headers.authorization === undefined && request.method === 'GET') {
      const route = request.routeOptions.url ?? ''
      const hint = answer.hint === null ? [] : [HINT_HEADER, hintText(answer.hint)]
      const kept = { headers: [...headers, ...hint], compress: policy.compress, timed, accessVersion }
      const known = { answer: answer.again, route, ...kept }
      frontDoor?.remember(request.raw.url ?? '', known)
    }
    return sent
  }
}
