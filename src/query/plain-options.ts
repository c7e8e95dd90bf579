/** What `populate[a]=true` requests: the entry itself, and nothing special. */
import type { PopulateOptions, PopulateRequest } from './read-request.ts'

export const NO_POPULATE: PopulateRequest = Object.freeze({ every: false, except: [], branches: [] })

export function plainOptions(path: string, populate: PopulateRequest = NO_POPULATE): PopulateOptions {
  return {
    kind: 'options',
    path,
    fields: { kind: 'all', asked: false },
    filters: null,
    sort: [],
    populate,
    explicitPopulate: false,
    shows: 'entries',
    required: false,
    components: null,
    ordering: 'asc',
    slice: null,
    pagingParameter: null,
    publicationState: null,
    on: null,
  }
}
