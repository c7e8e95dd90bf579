/** The address of a new type or component: what it is to be, and of what it is a copy. */
import type { ModelKindName } from '../../../../src/admin-api/builder-api.ts'

export interface NewModelSearch {
  readonly kind: ModelKindName
  /** The uid of the original. */
  readonly from?: string
}

const KINDS: readonly ModelKindName[] = ['collectionType', 'singleType', 'component']

export function parseNewModel({ kind, from }: Readonly<Record<string, unknown>>): NewModelSearch {
  return {
    kind: KINDS.find(known => known === kind) ?? 'collectionType',
    ...(typeof from === 'string' ? { from } : {}),
  }
}
