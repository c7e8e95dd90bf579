/** The answer of a built-in route as a value, for the code around it. The client gets what that code makes of it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type InjectOptions, inject } from 'light-my-request'
import { hasForm } from '../media/form-body.ts'
import { expectSlowBody } from '../slow-clients.ts'
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

export async function builtInAnswer(
  server: FastifyInstance,
  request: FastifyRequest,
  changes: ChangedRequest = {},
): Promise<BuiltInAnswer> {
  const dispatch = (raw: IncomingMessage, response: ServerResponse) => {
    passedOn.add(raw)
    server.routing(raw, response)
  }
  const onSchedule = hasForm(request) ? expectSlowBody(request.raw.socket) : undefined
  try {
    const answer = await inject(dispatch as Parameters<typeof inject>[0], injected(request, changes))
    const headers = without(answer.headers as Headers, NOT_PASSED_BACK)
    return { status: answer.statusCode, headers, body: answer.rawPayload }
  } finally {
    onSchedule?.()
  }
}

function injected(request: FastifyRequest, { search, body }: ChangedRequest): InjectOptions {
  const [path = '/', given = ''] = (request.raw.url ?? '/').split(/\?(.*)/s)
  const query = search ?? given
  const sent = body === undefined ? request.body : body
  const isForm = body === undefined && hasForm(request)
  const headers = without(request.headers as Headers, NOT_PASSED_ON)
  const base = {
    method: request.method as 'GET',
    url: query === '' ? path : `${path}?${query}`,
    remoteAddress: request.raw.socket.remoteAddress ?? request.ip,
  }
  if (isForm) return { ...base, headers, payload: request.raw }
  if (sent === undefined || sent === null) return { ...base, headers }
  return { ...base, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(sent) }
}

type Headers = Readonly<Record<string, string | string[]>>

function without(headers: Headers, names: ReadonlySet<string>): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !names.has(name.toLowerCase())),
  )
}
