/** What is shown of each entry: `fields`, `populate` and the form of the answer. */
import { MEANT_OPTIONS } from '../../query/find-misspelt.ts'
import { isProblem, type ReadRequest, type ShownRequest } from '../../query/read-request.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { combine } from './conditions/condition.ts'
import { hasRequired } from './conditions/require-related.ts'
import { visibleRows } from './conditions/visible-rows.ts'
import { withDeep } from './expand-deep.ts'
import type { PopulateScope } from './populate-scope.ts'
import type { ShownPlan } from './read-plan.ts'
import { isStored, type ReadTarget } from './read-target.ts'
import { resolveEntry } from './resolve-populate.ts'
import { noteUnknownNames } from './unknown-names.ts'

interface Shown {
  readonly request: ReadRequest
  readonly type: ContentType
  readonly target: ReadTarget
  readonly context: PlanContext
}

/** `served`: each entry is shown in one locale of several, and says which. */
export function planShown({ request, type, target, context }: Shown, outer: PopulateScope, served: boolean): ShownPlan {
  const { note, hints } = noteUnknownNames(context.dialect)
  let terms = 0
  const countTerm = (times = 1) => {
    terms += times
    outer.countTerm(times)
  }
  const scope = { ...outer, noteUnknown: note, countTerm }
  for (const { name, path, meant } of request.misspeltOptions)
    note({
      what: 'parameter',
      name,
      path,
      known: [],
      meant,
      instead: `inside populate there are ${MEANT_OPTIONS.join(', ')}`,
    })
  const { selection: asked } = request
  const selection = asked.populate.deep === undefined ? asked : withDeep(asked, asked.populate.deep, type, context)
  const entry = resolveEntry(type, selection, scope, served)
  const stored = isStored(target)
  const exists = combine('all', [
    visibleRows(type, stored ? 'stored' : scope.publicationState, context),
    stored || selection.populate.branches.length === 0 ? null : hasRequired(type, selection.populate, scope),
  ])
  return { entry, exists, flat: isFlat(request, context), deep: null, hints, terms }
}

/** A value of `format` that we do not know may be meant for somebody else. */
function isFlat({ format }: ShownRequest, { dialect }: PlanContext): boolean {
  if (!isProblem(format)) return format === 'flat'
  if (dialect.typosAreErrors) throw format.error
  return false
}
