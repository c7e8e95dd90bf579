/** A request as the code of a project gets it. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator, Caller } from '../../identity/access/authenticate.ts'
import { searchOf } from '../content/address-parts.ts'
import { hasForm } from '../uploads/form-body.ts'
import type { RouteRequest } from './route-extension.ts'

export interface RouteRequestOptions {
  readonly authenticate: Authenticator
  readonly rename: (params: Record<string, string>) => Record<string, string>
}

export function routeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, rename }: RouteRequestOptions,
): RouteRequest {
  let caller: Promise<Caller> | undefined
  const isForm = hasForm(request)
  return {
    raw: request.raw,
    method: request.method,
    params: rename(request.params as Record<string, string>),
    search: searchOf(request.raw.url ?? ''),
    address: request.ip,
    body: isForm ? undefined : request.body,
    hasForm: isForm,
    caller: () => {
      caller ??= authenticate(request.headers.authorization)
      return caller
    },
    takeOver: () => takeOver(reply),
  }
}

/** For code that writes its answer itself. */
export function takeOver(reply: FastifyReply): ServerResponse {
  if (!reply.sent) {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
  }
  return reply.raw
}
