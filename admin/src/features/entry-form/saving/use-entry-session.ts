import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { schemaQuery, sessionQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { type EntryAddress, openSession } from './open-session.ts'

/** The entry at an address, ready for a form. Asked for once: from then on the form knows best. */
export function useEntrySession(address: EntryAddress) {
  const { problemText } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const type = schema.types.find(({ uid }) => uid === address.uid)
  const person = session.administrator.id
  const query = useQuery({
    queryKey: ['entry-form', address],
    enabled: type !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    structuralSharing: false,
    queryFn: ({ signal }) => openSession({ address, type: type!, schema, person, signal, problemText }),
  })
  return { ...query, type, schema, person }
}
