import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/queries.ts'

/** Whether the person may do something with what a page of Settings shows, as Strapi's permissions say. */
export function useMay(subject: string): (action: 'create' | 'update' | 'delete') => boolean {
  const { superAdmin, actions } = useSuspenseQuery(sessionQuery).data.rights
  return action => superAdmin || actions.includes(`${subject}.${action}`)
}
