/** What planning knows about the places of a query that ask for `deep`. */

import { NO_POPULATE, type PopulateRequest } from '../../../query/read-request.ts'
import type { Model } from '../../../schema/schema.ts'
import type { PlanContext } from '../../plan-context.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { EntryPlan } from '../read-plan.ts'
import type { UnknownName } from '../unknown-names.ts'

/** What is populated of a model at a place of the query. */
export type Expansions = ReadonlyMap<PopulateRequest, ReadonlyMap<string, PopulateRequest>>

export interface DeepScope {
  /** What `deep` stands for in rows of a model. */
  expand(populate: PopulateRequest, model: Model): PopulateRequest
  /** Called for every entry that is planned. */
  meet(entry: EntryPlan, populate: PopulateRequest): void
  /** Names that are left out, but do not exist. */
  readonly unknown: readonly UnknownName[]
}

/** The first of two passes, without what `deep` stands for: it finds the entries for which it is asked. */
export function deepPlaces(
  context: PlanContext,
): DeepScope & { readonly met: ReadonlyMap<EntryPlan, PopulateRequest> } {
  const met = new Map<EntryPlan, PopulateRequest>()
  return {
    met,
    unknown: [],
    expand: (populate, model) => (isDeep(populate, model, context) ? NO_POPULATE : populate),
    meet: (entry, populate) => {
      if (isDeep(populate, entry.model, context)) met.set(entry, populate)
    },
  }
}

/** The second pass, with what the first one has led to. */
export function deepExpansions(
  expansions: Expansions,
  unknown: readonly UnknownName[],
  context: PlanContext,
): DeepScope {
  return {
    unknown,
    meet: () => {},
    expand: (populate, model) =>
      isDeep(populate, model, context) ? (expansions.get(populate)?.get(model.uid) ?? NO_POPULATE) : populate,
  }
}

/** An attribute called `deep` is meant itself. */
function isDeep({ deep, branches }: PopulateRequest, model: Model, context: PlanContext): boolean {
  if (deep === undefined) return false
  const attribute = branches.length === 0 ? undefined : visibleAttribute(model, 'deep', context)
  return attribute === undefined || attribute.kind === 'scalar'
}
