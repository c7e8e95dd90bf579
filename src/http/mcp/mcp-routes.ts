/** `POST /mcp`: the content as tools for assistants, over the Model Context Protocol. Each request stands alone: there are no sessions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'
import { bearerToken } from '../../identity/access/authenticate.ts'
import { VERSION } from '../../util/version.ts'
import type { ContentRoutes } from '../content/read-handler.ts'
import type { ToolContext } from './mcp-tools.ts'

const PATH = '/mcp'

export interface McpOptions {
  /** Whether assistants get tools that change content. */
  readonly write: boolean
}

export function registerMcp(server: FastifyInstance, routes: ContentRoutes, options: McpOptions): void {
  server.post(PATH, async (request, reply) => {
    const { authorization } = request.headers
    if (bearerToken(authorization) === undefined)
      throw new PopulusError('unauthorized', {}, { hint: 'send an API token: Authorization: Bearer ...' })
    // The protocol no longer has lists of messages, which would make one request many.
    if (Array.isArray(request.body)) throw new PopulusError('badRequest', { message: 'Send one message at a time' })
    const access = await routes.authenticate(authorization)
    const context: ToolContext = { schema: routes.context.schema, access, ask: askAs(server, request, routes.prefix) }
    // Loaded when an assistant first asks: a start does not need it.
    const { answerMessage } = await import('./answer-message.ts')
    return send(reply, await answerMessage(request, context, { ...options, version: VERSION }))
  })
  for (const method of ['GET', 'DELETE'] as const)
    server.route({ method, url: PATH, handler: (_request, reply) => reply.code(405).header('allow', 'POST').send('') })
}

/** The content API, asked without a socket by whoever sent the message. */
function askAs(server: FastifyInstance, request: FastifyRequest, prefix: string): ToolContext['ask'] {
  const { authorization = '' } = request.headers
  return async ({ method, path, body }) => {
    const { statusCode, payload } = await server.inject({
      method,
      url: prefix + path,
      remoteAddress: request.ip,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return { status: statusCode, text: payload }
  }
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers) reply.header(name, value)
  return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
}
