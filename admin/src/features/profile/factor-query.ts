import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const factorQuery = queryOptions({
  queryKey: ['second factor'],
  queryFn: async ({ signal }) => (await call('GET /me/second-factor', { signal })).data,
})
