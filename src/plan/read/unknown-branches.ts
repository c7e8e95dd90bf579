/** Names in `populate` that lead nowhere. */
import type { PopulateBranch } from '../../query/read-request.ts'
import type { Model } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { isNamed, isVisible, visibleAttribute } from '../visibility.ts'
import type { NoteUnknown } from './unknown-names.ts'

interface NoteScope {
  readonly context: PlanContext
  readonly noteUnknown: NoteUnknown
}

/** If rows of several models are populated alike, at least one of the models must know the name. */
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

/** A relation to a type that the caller may not find is absent, but naming it is not a mistake. */
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
