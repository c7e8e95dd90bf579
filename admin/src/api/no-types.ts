/** What is said where there are no content types: to those who can make one, how. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { schemaQuery, sessionQuery } from './queries.ts'

export function useNoTypes() {
  const { rights } = useSuspenseQuery(sessionQuery).data
  const { editable } = useSuspenseQuery(schemaQuery).data
  if (!rights.superAdmin) return { title: 'shell.noAccess', text: 'shell.noAccessText' } as const
  return { title: 'shell.noTypes', text: editable ? 'shell.noTypesHere' : 'shell.noTypesText' } as const
}
