/** The plan of a request of the content API for a caller: what is shown, without reading any of it. */
import type { ContentContext } from '../../content/content-context.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import { planAggregate } from '../../plan/aggregate/plan-aggregate.ts'
import { planRead } from '../../plan/read/plan-read.ts'
import type { ReadPlan } from '../../plan/read/read-plan.ts'
import type { ReadTarget } from '../../plan/read/read-target.ts'
import { parseAggregate } from '../../query/aggregate/parse-aggregate.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { withinStack } from '../../util/process/within-stack.ts'
import { checkActions, type ExplainedRequest } from './explained-request.ts'

/** Whoever asks: the caller, and the locale that is meant if none is named. */
export interface Asking {
  readonly access: Access
  readonly defaultLocale: string
}

/** Throws PopulusError if the request is refused. `null` for an aggregate: it shows no entries. */
export function planRequest(api: ContentContext, request: ExplainedRequest, asking: Asking): ReadPlan | null {
  checkActions(request, asking.access)
  const { schema, dialect, settings, limits } = api
  const { type, target, search, queryLength = limits.queryLength } = request
  const context = { schema, dialect, settings, ...asking, statistics: api.statistics.current() }
  const within = { ...limits, queryLength }
  return withinStack(
    () => {
      if (target !== 'aggregate') return planRead(parseQuery(search, within, dialect), type, readOf(target), context)
      planAggregate(parseAggregate(search, within, dialect), type, context)
      return null
    },
    () => new PopulusError('tooManyLevels'),
  )
}

export function readOf(target: Exclude<ExplainedRequest['target'], 'aggregate'>): ReadTarget {
  return typeof target === 'string' ? { kind: target } : target
}
