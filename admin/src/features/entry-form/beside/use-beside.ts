/** Loads another locale of the entry, to be shown beside it. */
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../../api/call.ts'
import { localesQuery } from '../../../api/queries.ts'
import type { Beside } from '../form-context.tsx'
import type { EntrySession } from '../saving/entry-session.ts'
import { otherLocales } from '../side/locale-states.ts'
import { FormStore } from '../store/form-store.ts'

export interface BesideState {
  /** The former one until the next one is here. */
  readonly beside: Beside | null
  readonly wanted: string | null
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
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call('GET /content/:uid/:id', { params: { uid, id: other!.id }, query: {}, signal })).data,
  })
  const data = other === undefined ? undefined : query.data
  const beside = useMemo(() => {
    if (data === undefined) return null
    const code = data.locale ?? ''
    const store = new FormStore(session.store.model, session.valuesOf(data))
    return { locale: code, name: known.find(one => one.code === code)?.name ?? code, store }
  }, [data, session, known])
  const show = useCallback(
    (next: string | null) => {
      chosen = next === null ? null : { uid, locale: next }
      setLocale(next)
    },
    [uid],
  )
  const isMissing = other !== undefined && data === undefined
  return {
    beside,
    wanted: locale,
    isLoading: isMissing && query.isPending,
    error: isMissing ? query.error : null,
    show,
  }
}
