import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Everything about releases begins with this. */
export const RELEASES = ['releases']

export const releasesQuery = (state: 'open' | 'done') =>
  queryOptions({
    queryKey: [...RELEASES, state],
    queryFn: async ({ signal }) => (await call('GET /releases', { query: { state }, signal })).data,
  })

export const releaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...RELEASES, 'one', id],
    queryFn: async ({ signal }) => (await call('GET /releases/:id', { params: { id }, signal })).data,
  })

export const releaseCheckQuery = (id: string) =>
  queryOptions({
    queryKey: [...RELEASES, 'check', id],
    queryFn: async ({ signal }) => (await call('GET /releases/:id/check', { params: { id }, signal })).data,
  })
