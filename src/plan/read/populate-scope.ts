/** Everything that is passed down the tree while `populate` is resolved. */
import type { PopulusError } from '../../errors.ts'
import type { PublicationState } from '../../query/read-request.ts'
import type { PlanContext } from '../plan-context.ts'
import type { DeepScope } from './deep/deep-scope.ts'
import type { LocaleChain } from './read-plan.ts'
import type { Counters, SharedPlans } from './shared-plans.ts'
import type { NoteUnknown } from './unknown-names.ts'

export interface PopulateScope extends Counters {
  readonly context: PlanContext
  readonly publicationState: PublicationState
  /** Records an invalid value in filters. */
  readonly defer: (problem: PopulusError) => void
  readonly sharedPlans: SharedPlans
  readonly noteUnknown: NoteUnknown
  /** The locales in which entries are shown; `null` without `fallback`. */
  readonly chain: LocaleChain | null
  /** `null` if `deep` has no meaning of its own inside the query. */
  readonly deep: DeepScope | null
}
