/** What the media library asks the server for. */
import { queryOptions } from '@tanstack/react-query'
import type { MediaQuery } from '../../../../src/admin-api/media-api.ts'
import { call } from '../../api/call.ts'

/** Everything of the library: to be asked again after it has changed. */
export const MEDIA_KEY = ['media'] as const

export const filesQuery = (query: MediaQuery) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, 'files', query],
    queryFn: ({ signal }) => call('GET /media', { query, signal }),
  })

export const foldersQuery = queryOptions({
  queryKey: [...MEDIA_KEY, 'folders'],
  queryFn: async ({ signal }) => (await call('GET /folders', { signal })).data,
})

export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, 'file', id],
    queryFn: async ({ signal }) => (await call('GET /media/:id', { params: { id }, signal })).data,
  })

export const usageQuery = (id: number) =>
  queryOptions({
    queryKey: [...MEDIA_KEY, 'usage', id],
    queryFn: async ({ signal }) => (await call('GET /media/:id/usage', { params: { id }, signal })).data,
  })
