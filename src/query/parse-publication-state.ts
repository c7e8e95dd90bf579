/** `publicationState`: whether drafts are included. */
import { PopulusError } from '../errors.ts'
import { type QueryValue, shown } from './query-value.ts'
import type { PublicationState } from './read-request.ts'

/** Absent means `live`; a bare `publicationState` without `=` means `preview`, as in Strapi. */
export function parsePublicationState(value: QueryValue | undefined, path = 'publicationState'): PublicationState {
  if (value === undefined || value === 'live') return 'live'
  if (value === null || value === 'preview') return 'preview'
  throw new PopulusError('badValue', { parameter: path, problem: `expected live or preview, got ${shown(value)}` })
}
