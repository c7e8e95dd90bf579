/** `GET /api/openapi.json`: what the caller may use, as an OpenAPI document. */
import type { FastifyInstance } from 'fastify'
import type { DescribedQuery } from '../../describe/described-query.ts'
import { openApiDocument } from '../../describe/openapi/openapi-document.ts'
import { bearerToken } from '../../identity/access/authenticate.ts'
import { NO_DEPENDENCIES } from '../../kept/dependencies/dependencies.ts'
import type { Access } from '../../plan/access.ts'
import { replyWithJson } from '../json-reply.ts'
import type { ContentRoutes } from './read-handler.ts'

export function registerOpenApi(
  server: FastifyInstance,
  { context, authenticate, prefix, queries, namedOnly }: ContentRoutes,
  { name: title, version }: { readonly name: string; readonly version: string },
): void {
  const { schema, dialect, responses } = context
  const about = { schema, dialect, title, version, server: prefix }
  const describe = (access: Access, named: readonly DescribedQuery[], plainReads: boolean) =>
    JSON.stringify(openApiDocument({ ...about, access, queries: named, plainReads }))
  server.get(`${prefix}/openapi.json`, async (request, reply) => {
    const { authorization } = request.headers
    const access = await authenticate(authorization)
    const plainReads = !namedOnly || bearerToken(authorization) !== undefined
    const { version: queryVersion } = await queries.stored()
    // Equal rights, equal documents. No query has a key with a blank.
    const key = `openapi ${access.fingerprint} ${plainReads} ${queryVersion}`
    // The schema of a running server does not change.
    const make = async () => {
      const plain = Buffer.from(describe(access, await queries.all(), plainReads))
      return { plain, dependencies: () => [NO_DEPENDENCIES] }
    }
    const body = responses.get(key)?.body ?? (await responses.load({ key, tables: [] }, make)).body
    return replyWithJson(body.plain, request, reply)
  })
}
