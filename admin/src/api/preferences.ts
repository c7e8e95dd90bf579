/** What the panel remembers about a person on the server: shown at once, stored in the background. */
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Session } from '../../../src/admin-api/session-api.ts'
import { call } from './call.ts'
import { sessionQuery } from './queries.ts'

/** The names in use, and their values. */
export interface PanelPreferences {
  /** The uids of types that are listed first in the menu. */
  readonly favourites?: readonly string[]
  readonly theme?: 'light' | 'dark' | 'auto'
  readonly language?: string
  /** The widths of columns in lists, by the uid of the type and the name of the column. */
  readonly columnWidths?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export function usePreferences(): readonly [PanelPreferences, (change: PanelPreferences) => void] {
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const show = async (preferences: PanelPreferences) => {
    // What is being loaded may be older than this change.
    await client.cancelQueries({ queryKey: sessionQuery.queryKey })
    client.setQueryData(sessionQuery.queryKey, (old: Session | undefined) =>
      old === undefined ? old : ({ ...old, preferences: { ...old.preferences, ...preferences } } as Session),
    )
  }
  const { mutate } = useMutation({
    mutationFn: (change: PanelPreferences) => call('PUT /me/preferences', { body: { ...change } as never }),
    onMutate: show,
    onSuccess: ({ data }) => show(data as PanelPreferences),
    onError: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  return [session.preferences as PanelPreferences, mutate]
}
