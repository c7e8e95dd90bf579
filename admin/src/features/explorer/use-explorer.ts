/** The request on the screen. The address of the page is its state; a change of the tree is a change of that address. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { AddressedQuery } from '../../../../src/admin-api/explain-api.ts'
import type { SchemaInfo, TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { schemaQuery } from '../../api/queries.ts'
import { addressOf } from './query-forms.ts'
import { useHeldSearch } from './use-held-search.ts'

/** What an address asks for does not change. */
const addressed = (url: string) => ({
  queryKey: ['explain', 'query', url],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await call('POST /explain/query', { body: { url }, signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export function useExplorer() {
  const client = useQueryClient()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const [{ url = firstAddress(schema), as = 'public', entry }, hold] = useHeldSearch()
  const asked = useQuery({ ...addressed(url), placeholderData: known => known })
  return {
    schema,
    url,
    as,
    entry,
    asked,
    type: typeOf(schema, asked.data),
    /** Reads an address that somebody has written. Throws if it means nothing. */
    open: async (next: string) => {
      await client.fetchQuery(addressed(next))
      hold({ url: next })
    },
    /** The tree has changed. */
    change: (type: TypeInfo, next: AddressedQuery) => {
      const address = addressOf(type, next)
      client.setQueryData(addressed(address).queryKey, next)
      hold({ url: address })
    },
    /** Asks why the list does not have an entry. */
    seek: (id: string) => hold({ entry: id }),
    choose: (caller: string) => hold({ as: caller }),
  }
}

export type Explorer = ReturnType<typeof useExplorer>

export function openTypes({ types }: SchemaInfo): readonly TypeInfo[] {
  return types.filter(({ visible, apiPath, rights }) => visible && apiPath !== null && rights.read !== false)
}

function firstAddress(schema: SchemaInfo): string {
  return openTypes(schema)[0]?.apiPath ?? '/api/'
}

function typeOf({ types }: SchemaInfo, query: AddressedQuery | undefined): TypeInfo | undefined {
  return types.find(({ uid }) => uid === query?.type)
}
