/** What the page asks for. Others change it all the time, so it is asked for anew whenever the page opens. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const MINUTE = 60_000

export const queriesQuery = queryOptions({
  queryKey: ['insight', 'queries'],
  queryFn: async ({ signal }) => (await call('GET /insight/queries', { signal })).data,
  refetchInterval: MINUTE,
})

export const tablesQuery = queryOptions({
  queryKey: ['insight', 'tables'],
  queryFn: async ({ signal }) => (await call('GET /insight/tables', { signal })).data,
})

export const healthQuery = queryOptions({
  queryKey: ['insight', 'health'],
  queryFn: async ({ signal }) => (await call('GET /insight/health', { signal })).data,
  refetchInterval: MINUTE,
})
