/** What several features read: who is signed in, the content model, its views, the languages of the content. */
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Changes only when somebody changes the project or the rights, so it is asked for once and again on demand. */
const RARELY = { staleTime: 5 * 60_000, gcTime: Number.POSITIVE_INFINITY }

export const initQuery = queryOptions({
  queryKey: ['init'],
  queryFn: async ({ signal }) => (await call('GET /init', { signal })).data,
  ...RARELY,
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await call('GET /session', { signal })).data,
  ...RARELY,
})

export const schemaQuery = queryOptions({
  queryKey: ['schema'],
  queryFn: async ({ signal }) => (await call('GET /schema', { signal })).data,
  ...RARELY,
})

export const localesQuery = queryOptions({
  queryKey: ['locales'],
  queryFn: async ({ signal }) => (await call('GET /locales', { signal })).data,
  ...RARELY,
})

/** How the forms of all types and components are laid out. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => (await call('GET /views', { signal })).data,
  ...RARELY,
})
