import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { callerOf } from '../explain/entry.ts'
import type { Explorer } from './use-explorer.ts'

/** What a client gets. The answer before is shown until the next one is there. */
export function useExplained({ url, as, entry }: Pick<Explorer, 'url' | 'as' | 'entry'>) {
  return useQuery({
    queryKey: ['explain', 'answer', url, as, entry],
    queryFn: async ({ signal }) => {
      const sought = entry === undefined ? {} : { entry: Number(entry) }
      return (await call('POST /explain', { body: { url, as: callerOf(as), ...sought }, signal })).data
    },
    placeholderData: known => known,
    retry: false,
  })
}

export type Explained = ReturnType<typeof useExplained>
