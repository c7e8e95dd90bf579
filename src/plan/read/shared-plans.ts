/**
 * Makes plans of equal parts only once. The components of a zone often lead to the same models with the same options.
 * Without sharing, each place in the query would be planned again for each component, and again at every level below.
 */
import type { SelectionRequest } from '../../query/read-request.ts'
import type { EntryPlan } from './read-plan.ts'

/** Counts toward a limit; throws if the limit is exceeded. */
export type Count = (times?: number) => void

export interface Counters {
  readonly countNode: Count
  readonly countTerm: Count
}

/** What a plan was made from: a place in the query, a model, and the conditions that apply there. */
export interface PlanKey {
  readonly selection: SelectionRequest
  /** Equal for models and states that are planned alike. */
  readonly variant: string
}

interface SharedPlan {
  readonly entry: EntryPlan
  readonly nodes: number
  readonly terms: number
}

/** The plans of one query. A plan that is used again is counted again. */
export class SharedPlans {
  readonly #plans = new Map<SelectionRequest, Map<string, SharedPlan>>()

  get({ selection, variant }: PlanKey, counters: Counters, make: (counters: Counters) => EntryPlan): EntryPlan {
    const plans = this.#plans.get(selection) ?? new Map<string, SharedPlan>()
    const known = plans.get(variant)
    if (known !== undefined) {
      counters.countNode(known.nodes)
      counters.countTerm(known.terms)
      return known.entry
    }
    const used = { nodes: 0, terms: 0 }
    const entry = make({
      countNode: (times = 1) => {
        used.nodes += times
        counters.countNode(times)
      },
      countTerm: (times = 1) => {
        used.terms += times
        counters.countTerm(times)
      },
    })
    this.#plans.set(selection, plans.set(variant, { entry, ...used }))
    return entry
  }
}
