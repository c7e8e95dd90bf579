import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { schemaQuery, sessionQuery, viewsQuery } from '../../../api/queries.ts'

/** The schema files as they are on the disk. Somebody may edit them at any time. */
export const filesQuery = queryOptions({
  queryKey: ['schema-files'],
  queryFn: async ({ signal }) => (await call('GET /schema/files', { signal })).data,
  staleTime: 0,
  refetchOnWindowFocus: false,
})

/** After a change: the server answers with the new types, and the panel has to know them everywhere. */
export async function forgetTypes(client: QueryClient): Promise<void> {
  await Promise.all(
    [filesQuery, schemaQuery, viewsQuery, sessionQuery].map(query =>
      client.invalidateQueries({ queryKey: query.queryKey }),
    ),
  )
}
