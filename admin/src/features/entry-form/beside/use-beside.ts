/** Loads another locale of the entry, to be shown beside it. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../../api/call.ts'
import { localesQuery } from '../../../api/queries.ts'
import type { Beside } from '../form-context.tsx'
import type { EntrySession } from '../saving/entry-session.ts'
import { otherLocales } from '../side/locale-states.ts'
import { FormStore } from '../store/form-store.ts'

export interface BesideState {
  readonly beside: Beside | null
  readonly isLoading: boolean
  readonly error: Error | null
  readonly show: (locale: string | null) => void
}

/** The choice holds for the next translation that is opened too. */
let chosen: { readonly uid: string; readonly locale: string } | null = null

export function useBeside(session: EntrySession, isDrawer: boolean): BesideState {
  const { uid } = session.type
  const { data: known } = useSuspenseQuery(localesQuery)
  const [locale, setLocale] = useState(() => (!isDrawer && chosen?.uid === uid ? chosen.locale : null))
  const other = otherLocales(session).find(state => state.locale === locale)
  const query = useQuery({
    queryKey: ['beside', uid, other?.id],
    enabled: other !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call('GET /content/:uid/:id', { params: { uid, id: other!.id }, query: {}, signal })).data,
  })
  const code = other?.locale
  const beside = useMemo(() => {
    if (code === undefined || query.data === undefined) return null
    const store = new FormStore(session.store.model, session.valuesOf(query.data))
    return { locale: code, name: known.find(one => one.code === code)?.name ?? code, store }
  }, [code, query.data, session, known])
  const show = useCallback(
    (next: string | null) => {
      chosen = next === null ? null : { uid, locale: next }
      setLocale(next)
    },
    [uid],
  )
  return { beside, isLoading: other !== undefined && query.isPending, error: query.error, show }
}
