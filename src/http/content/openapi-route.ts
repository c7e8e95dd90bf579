/** `GET /api/openapi.json`: what the caller may use, as an OpenAPI document. */
import type { FastifyInstance } from 'fastify'
import { NO_DEPENDENCIES } from '../../dependencies/dependencies.ts'
import { openApiDocument } from '../../describe/openapi/openapi-document.ts'
import type { Access } from '../../plan/access.ts'
import { replyWithJson } from '../json-reply.ts'
import type { ContentRoutes } from './read-handler.ts'

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
    // The schema of a running server does not change.
    const make = async () => ({ plain: Buffer.from(describe(access)), dependencies: () => NO_DEPENDENCIES })
    const body = responses.get(key)?.body ?? (await responses.load({ key, tables: [] }, make)).body
    return replyWithJson(body.plain, request, reply)
  })
}
