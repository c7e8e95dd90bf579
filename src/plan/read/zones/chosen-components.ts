/** Options of dynamic zones and relations to any type, whose rows are of several models. */
import { PopulusError } from '../../../errors.ts'
import type { PopulateOptions } from '../../../query/read-request.ts'
import type { MorphAttribute, ZoneAttribute } from '../../../schema/schema.ts'
import type { PopulateScope } from '../populate-scope.ts'

/** Rows of several models have no common count or ids. */
export function refuseInstead({ shows, path }: PopulateOptions): void {
  if (shows === 'ids' || shows === 'exists')
    throw new PopulusError('badValue', {
      parameter: `${path}[${shows}]`,
      problem: 'it is not possible for dynamic zones and relations to any type',
    })
}

/** `components` names those of a zone that are shown. */
export function chosenComponents(
  attribute: ZoneAttribute | MorphAttribute,
  uids: ReadonlySet<string>,
  { components, path }: PopulateOptions,
  { noteUnknown }: PopulateScope,
): ReadonlySet<string> {
  if (components === null || attribute.kind === 'morph') return uids
  for (const name of components)
    if (!uids.has(name))
      noteUnknown({ what: 'component of this zone named', name, path: `${path}[components]`, known: uids })
  return new Set([...uids].filter(uid => components.includes(uid)))
}
