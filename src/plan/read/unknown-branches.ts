/** Names in `populate` that lead to nothing. */
import type { PopulateBranch } from '../../query/read-request.ts'
import type { Model } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { isNamed, isVisible, visibleAttribute } from '../visibility.ts'
import type { NoteUnknown } from './unknown-names.ts'

interface NoteScope {
  readonly context: PlanContext
  readonly noteUnknown: NoteUnknown
}

/** Where rows of several models are populated alike, a name must be known in one of them at least. */
export function noteUnknownBranches(
  models: readonly Model[],
  branches: readonly PopulateBranch[],
  { context, noteUnknown }: NoteScope,
): void {
  for (const { name, options } of branches) {
    if (models.some(model => leadsSomewhere(model, name, context))) continue
    const known = models.flatMap(model => populatedNames(model, context))
    const path = options.kind === 'options' ? options.path : 'populate'
    noteUnknown({ what: 'attribute to populate named', name, path, known })
  }
}

/** A relation to what the caller may not find is absent, and no mistake. */
function leadsSomewhere(model: Model, name: string, context: PlanContext): boolean {
  const attribute = model.attributes.get(name)
  if (attribute?.kind === 'relation') return isNamed(model, attribute, context)
  return attribute !== undefined && attribute.kind !== 'scalar' && visibleAttribute(model, name, context) !== undefined
}

function populatedNames(model: Model, context: PlanContext): readonly string[] {
  return [...model.attributes.values()]
    .filter(attribute => attribute.kind !== 'scalar' && isVisible(model, attribute, context))
    .map(({ name }) => name)
}
