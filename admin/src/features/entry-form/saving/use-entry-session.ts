import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { schemaQuery, sessionQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { Finding } from '../store/check-values.ts'
import { type EntryAddress, openSession } from './open-session.ts'

const PROBLEMS = {
  required: 'form.problem_required',
  tooShort: 'form.problem_tooShort',
  tooLong: 'form.problem_tooLong',
  tooSmall: 'form.problem_tooSmall',
  tooLarge: 'form.problem_tooLarge',
  noMatch: 'form.problem_noMatch',
  noEmail: 'form.problem_noEmail',
  tooFew: 'form.problem_tooFew',
  tooMany: 'form.problem_tooMany',
  noJson: 'form.problem_noJson',
} as const satisfies Record<Finding['text'], string>

/** The entry at an address, ready for a form. Asked for once: from then on the form knows best. */
export function useEntrySession(address: EntryAddress) {
  const { t } = useTexts()
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
    queryFn: ({ signal }) =>
      openSession({
        address,
        type: type!,
        schema,
        person,
        signal,
        textOf: ({ text, limit }) => t(PROBLEMS[text], limit === undefined ? {} : { limit }),
      }),
  })
  return { ...query, type, schema, person }
}
