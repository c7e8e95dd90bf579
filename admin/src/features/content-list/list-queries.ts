/** What the list asks the server for. */
import { queryOptions } from '@tanstack/react-query'
import type { ListQuery } from '../../../../src/admin-api/content-api.ts'
import { call } from '../../api/call.ts'

/** Everything that belongs to the lists of a type: to be asked again after its entries have changed. */
export const listsKey = (uid: string) => ['list', uid] as const

export const entriesQuery = (uid: string, query: ListQuery) =>
  queryOptions({
    queryKey: [...listsKey(uid), query],
    queryFn: ({ signal }) => call('GET /content/:uid', { params: { uid }, query, signal }),
  })

/** For a list whose rows came without their number. */
export const countQuery = (uid: string, query: ListQuery) =>
  queryOptions({
    queryKey: [...listsKey(uid), 'count', query],
    queryFn: async ({ signal }) =>
      (await call('GET /content/:uid/count', { params: { uid }, query, signal })).data.count,
  })

export const viewQuery = (uid: string) =>
  queryOptions({
    queryKey: ['view', uid],
    queryFn: async ({ signal }) => (await call('GET /views/:uid', { params: { uid }, signal })).data,
    // Soon asked again: the form's view is configured elsewhere, and both share the title field.
    staleTime: 5_000,
  })

export const savedViewsKey = (uid: string) => ['saved-views', uid] as const

export const savedViewsQuery = (uid: string) =>
  queryOptions({
    queryKey: savedViewsKey(uid),
    queryFn: async ({ signal }) => (await call('GET /saved-views', { query: { uid }, signal })).data,
    staleTime: 60_000,
  })
