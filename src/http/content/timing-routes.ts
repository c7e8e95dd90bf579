/** `/api/articles/:id/schedule`, `/api/homepage/schedule`: when an entry is published and unpublished. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dataOf, localeOf } from '../../content/write/values/read-body.ts'
import type { ManagementContext } from '../../management/management-context.ts'
import {
  type ClientOrder,
  type ClientSchedule,
  clientSchedule,
  removeClientSchedule,
  setClientSchedule,
} from '../../management/schedule/client-schedule.ts'
import type { ContentType } from '../../schema/schema.ts'
import { replyWithJson } from '../json-reply.ts'
import { searchOf } from './address-parts.ts'
import { explainMissingData } from './missing-data.ts'
import { type ContentRoutes, refuseAnonymous } from './read-handler.ts'
import { JSON_TYPE } from './send-answer.ts'
import { allowed } from './write-routes.ts'

type Method = 'GET' | 'PUT' | 'DELETE'
type Operation = (order: ClientOrder, request: FastifyRequest) => Promise<ClientSchedule>

/** For types with drafts. Code of the project that answers changes of an entry does not know these ways to it. */
export function registerTimingRoutes(
  server: FastifyInstance,
  routes: ContentRoutes,
  management: ManagementContext,
): void {
  const { context, prefix, isReplaced, typeRoutes } = routes
  const operations: Readonly<Record<Method, Operation>> = {
    GET: order => clientSchedule(management, order),
    PUT: (order, { body }) => setClientSchedule(management, order, dataOf(body, context)),
    DELETE: order => removeClientSchedule(management, order),
  }
  // A route of the project for all paths below the entry goes on to answer this one.
  const isHidden = (method: Method, entry: string) =>
    isReplaced?.(method, `${entry}/:any`) === true && isReplaced(method, `${entry}/schedule`) !== true
  const entryOf = ({ single, singularName, pluralName }: ContentType) =>
    single ? `${prefix}/${singularName}` : `${prefix}/${pluralName}/:id`
  for (const [method, operation] of Object.entries(operations) as [Method, Operation][]) {
    for (const [isSingle, writesLike] of [
      [true, ''],
      [false, '/:id'],
    ] as const)
      typeRoutes.register(server, {
        ...{ method, writesLike, tail: `${writesLike}/schedule` },
        isFor: type => type.single === isSingle && type.draftAndPublish && !isHidden(method, entryOf(type)),
        handlerOf: type => handlerOf(routes, type, operation),
      })
  }
}

/** The rights are those of a change that publishes the entry at once. */
function handlerOf(routes: ContentRoutes, type: ContentType, operation: Operation) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (routes.namedOnly && isRead) refuseAnonymous(request.headers.authorization, routes.prefix)
    const access = await allowed(routes, request, `${type.uid}.update`)
    const { id = '' } = request.params as { id?: string }
    const locale = localeOf(searchOf(request.raw.url ?? ''), routes.context.limits)
    const data = await operation({ type, access, id, locale }, request).catch((error: unknown) => {
      throw explainMissingData(error, request)
    })
    const json = JSON.stringify({ data, meta: {} })
    if (!isRead) return reply.type(JSON_TYPE).send(json)
    return replyWithJson(json, request, reply.header('cache-control', 'private, no-cache'))
  }
}
