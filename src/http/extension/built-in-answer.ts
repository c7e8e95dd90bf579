/** The answer of a built-in route as a value, for the code around it. The client gets what that code makes of it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type InjectOptions, inject } from 'light-my-request'
import { expectSlowBody } from '../slow-clients.ts'
import { hasForm } from '../uploads/form-body.ts'
import { withGrant } from './granted-action.ts'
import type { BuiltInAnswer, ChangedRequest } from './route-extension.ts'

const passedOn = new WeakSet<IncomingMessage>()

/** Whether the code around the route has already run for this request. */
export function isPassedOn(request: IncomingMessage): boolean {
  return passedOn.has(request)
}

/** They describe the body as it arrived, or the connection, or ask for less than the code may need. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect', 'upgrade'],
  ...['accept-encoding', 'if-none-match', 'if-modified-since', 'range'],
])

const NOT_PASSED_BACK: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'etag'],
])

/** Lets a built-in route answer the request itself. */
export function passOnRequest(server: FastifyInstance, raw: IncomingMessage, response: ServerResponse): void {
  passedOn.add(raw)
  server.routing(raw, response)
}

export async function builtInAnswer(
  server: FastifyInstance,
  request: FastifyRequest,
  changes: ChangedRequest = {},
): Promise<BuiltInAnswer> {
  const dispatch = (raw: IncomingMessage, response: ServerResponse) => passOnRequest(server, raw, response)
  const onSchedule = isUnread(request) ? expectSlowBody(request.raw.socket) : undefined
  try {
    const answer = await withGrant(changes.granted, async () =>
      inject(dispatch as Parameters<typeof inject>[0], injected(request, changes)),
    )
    const headers = without(answer.headers as Headers, NOT_PASSED_BACK)
    return { status: answer.statusCode, headers, body: answer.rawPayload }
  } finally {
    onSchedule?.()
  }
}

/** A form with files, or any body before the web server has read it. */
function isUnread(request: FastifyRequest): boolean {
  if (hasForm(request)) return true
  const { headers, readableDidRead } = request.raw
  const comes = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return request.body === undefined && comes && !readableDidRead
}

function injected(request: FastifyRequest, changes: ChangedRequest): InjectOptions {
  const { search, body, method = request.method } = changes
  const [asked = '/', given = ''] = (request.raw.url ?? '/').split(/\?(.*)/s)
  const path = changes.path ?? asked
  const query = search ?? given
  const sent = body === undefined ? request.body : body
  const goesOn = body === undefined && isUnread(request)
  const headers = without(request.headers as Headers, NOT_PASSED_ON)
  const base = {
    method: method as 'GET',
    url: query === '' ? path : `${path}?${query}`,
    remoteAddress: request.raw.socket.remoteAddress ?? request.ip,
  }
  if (goesOn) return { ...base, headers, payload: request.raw }
  if (sent === undefined || sent === null) return { ...base, headers }
  return { ...base, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(sent) }
}

type Headers = Readonly<Record<string, string | string[]>>

function without(headers: Headers, names: ReadonlySet<string>): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !names.has(name.toLowerCase())),
  )
}
