/** What several features read: who is signed in, the content model, its views, the languages of the content. */
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

type Load<Value> = (options: { readonly signal: AbortSignal }) => Promise<{ readonly data: Value }>

/** Changes only when somebody changes the project or the rights, so it is asked for once and again on demand. */
function rarelyChanged<Value>(name: string, load: Load<Value>) {
  return queryOptions({
    queryKey: [name],
    queryFn: async ({ signal }) => (await load({ signal })).data,
    staleTime: 5 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

export const initQuery = rarelyChanged('init', options => call('GET /init', options))
export const sessionQuery = rarelyChanged('session', options => call('GET /session', options))
export const schemaQuery = rarelyChanged('schema', options => call('GET /schema', options))
export const localesQuery = rarelyChanged('locales', options => call('GET /locales', options))
/** How the forms of all types and components are laid out. */
export const viewsQuery = rarelyChanged('views', options => call('GET /views', options))
