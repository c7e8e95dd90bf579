/** What a page of Settings shows. Others change it too, so it is asked for anew whenever a page opens. */
import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../../ui/overlays/toast.tsx'

type Load<Value> = (options: { readonly signal: AbortSignal }) => Promise<{ readonly data: Value }>

export function settingsQuery<Value>(key: QueryKey, load: Load<Value>) {
  return queryOptions({
    queryKey: ['settings', ...key],
    queryFn: async ({ signal }) => (await load({ signal })).data,
  })
}

/** After a change: what depends on it is asked for again, and the person is told, unless the page itself shows it. */
export function useChanged(): (message: string | null, ...keys: readonly QueryKey[]) => Promise<void> {
  const client = useQueryClient()
  return async (message, ...keys) => {
    if (message !== null) showToast({ message })
    await Promise.all([['settings'], ...keys].map(queryKey => client.invalidateQueries({ queryKey })))
  }
}
