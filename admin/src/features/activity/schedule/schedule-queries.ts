import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Everything that is planned. */
export const scheduleQuery = queryOptions({
  queryKey: ['schedule'],
  queryFn: async ({ signal }) => (await call('GET /schedule', { signal })).data,
})

export const entryScheduleQuery = (uid: string, id: number) =>
  queryOptions({
    queryKey: ['schedule', uid, id],
    queryFn: async ({ signal }) => (await call('GET /content/:uid/:id/schedule', { params: { uid, id }, signal })).data,
  })
