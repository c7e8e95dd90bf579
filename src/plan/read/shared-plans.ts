/**
 * Plans of equal parts are made once. The components of a zone often lead to the same models with the same options; each
 * place in the query would otherwise be planned again for each component, and again below it.
 */
import type { SelectionRequest } from '../../query/read-request.ts'
import type { EntryPlan } from './read-plan.ts'

/** Counts against a limit; throws when it is passed. */
export type Count = (times?: number) => void

export interface Counters {
  readonly countNode: Count
  readonly countTerm: Count
}

/** What a plan was made from: a place in the query, a model, and what holds there. */
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

/** The plans of one query. A plan that is used again counts again. */
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
