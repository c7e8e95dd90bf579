/** `populate=deep`: plans a query twice, because what `deep` stands for depends on how much the rest will show. */
import { NO_STATISTICS, roughly } from '../../cost/table-statistics.ts'
import type { PlanContext } from '../../plan-context.ts'
import type { ReadPlan } from '../read-plan.ts'
import { type DeepScope, deepExpansions, deepPlaces } from './deep-scope.ts'
import { expandPlaces } from './expand-places.ts'
import { findDeepPlaces } from './find-deep-places.ts'

type Planned = Pick<ReadPlan, 'entry' | 'where' | 'page' | 'envelope' | 'shown'>

export function planDeep<P extends Planned>(context: PlanContext, plan: (deep: DeepScope) => P): P {
  const statistics = roughly(context.statistics ?? NO_STATISTICS)
  const { settings } = context
  const asked = deepPlaces(context)
  const bare = plan(asked)
  const { places, nodes } = findDeepPlaces(bare, { met: asked.met, statistics, settings })
  if (places.length === 0) return bare
  const expanded = expandPlaces(places, settings.populateNodes - nodes, context, statistics)
  const whole = plan(deepExpansions(expanded.expansions, expanded.unknown, context))
  return { ...whole, shown: { ...whole.shown, deep: expanded.stops } }
}
