/** A schema and the rights of a caller -> an OpenAPI 3.1 document with what this caller may use, and nothing else. */
import type { Access } from '../../plan/access.ts'
import type { WireDialect } from '../../plan/wire-dialect.ts'
import type { Schema } from '../../schema/schema.ts'
import type { DescribedQuery } from '../described-query.ts'
import { contentOperations } from './content-operations.ts'
import { describedApi } from './described-api.ts'
import type { JsonSchema } from './json-schema.ts'
import { namedOperations } from './named-operations.ts'
import { errorResponse, type Operation, toOperation } from './operation.ts'
import { OPENAPI_OPERATION, pluginOperations } from './plugin-operations.ts'

export interface OpenApiInput {
  readonly schema: Schema
  readonly access: Access
  readonly dialect: WireDialect
  /** The name of the project. */
  readonly title: string
  readonly version: string
  readonly queries?: readonly DescribedQuery[]
  /** Whether the caller may send queries of their own. True if absent. */
  readonly plainReads?: boolean
  /** The address that the paths are below: `/api`, `https://example.com/api`. */
  readonly server: string
}

export function openApiDocument(input: OpenApiInput): object {
  const { schema, access, dialect, title, version, server, queries = [], plainReads = true } = input
  const api = describedApi(schema, access, dialect)
  const operations = [
    ...contentOperations(api, plainReads),
    ...namedOperations(api, queries),
    ...pluginOperations(api),
    OPENAPI_OPERATION,
  ]
  const responses = { Error: errorResponse(api) }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: server }],
    // Who is asking decides what is in the document, so everything in it works with the same credentials.
    security: [{}, { bearer: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map(name => ({ name })),
    paths: pathsOf(operations),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token, or the `jwt` of a user.' },
      },
      headers: { ETag: { description: 'Changes with the answer.', schema: { type: 'string' } } },
      responses,
      schemas: api.book.schemas(),
    },
  }
}

function pathsOf(operations: readonly Operation[]): Readonly<Record<string, JsonSchema>> {
  const paths = new Map<string, Record<string, JsonSchema>>()
  const used = new Set<string>()
  for (const operation of operations) {
    let { id } = operation
    // A type named `file` and the media library both have a `getFile`.
    while (used.has(id)) id += '_'
    used.add(id)
    const known = paths.get(operation.path) ?? {}
    paths.set(operation.path, { ...known, [operation.method]: toOperation({ ...operation, id }) })
  }
  return Object.fromEntries(paths)
}
