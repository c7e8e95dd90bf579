/** `GET /api/openapi.json`: what the caller may use, as an OpenAPI document. */
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../../describe/openapi/openapi-document.ts'
import type { Access } from '../../plan/access.ts'
import { replyWithJson } from '../json-reply.ts'
import type { ContentRoutes } from './read-handler.ts'

/** The schema of a running server does not change. */
const VERSION = 0

export function registerOpenApi(
  server: FastifyInstance,
  { context, authenticate, prefix }: ContentRoutes,
  { name: title, version }: { readonly name: string; readonly version: string },
): void {
  const { schema, dialect, responses } = context
  const describe = (access: Access) =>
    JSON.stringify(openApiDocument({ schema, access, dialect, title, version, server: prefix }))
  server.get(`${prefix}/openapi.json`, async (request, reply) => {
    const access = await authenticate(request.headers.authorization)
    // Equal rights, equal documents. No query has a key with a blank.
    const key = `openapi ${access.fingerprint}`
    const make = async () => Buffer.from(describe(access))
    const body = responses.get(key, VERSION) ?? (await responses.load(key, VERSION, make))
    return replyWithJson(body.plain, request, reply)
  })
}
