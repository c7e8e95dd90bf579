/** What `populate[a]=true` requests: the entry itself, and nothing special. */
import type { PopulateOptions, PopulateRequest } from './read-request.ts'

const NOTHING: PopulateRequest = { every: false, branches: [] }

export function plainOptions(path: string, populate: PopulateRequest = NOTHING): PopulateOptions {
  return {
    kind: 'options',
    path,
    fields: { kind: 'all', asked: false },
    filters: null,
    sort: [],
    populate,
    explicitPopulate: false,
    count: false,
    ordering: 'asc',
    slice: null,
    pagingParameter: null,
    publicationState: null,
    on: null,
  }
}
