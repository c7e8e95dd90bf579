/** Names in `populate` that lead nowhere. */
import type { PopulateBranch } from '../../query/read-request.ts'
import { type Model, modelOf } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { isOpen, isVisible } from '../visibility.ts'
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
    const instead = /^\d+$/.test(name)
      ? 'a list and names cannot be mixed: write populate[name]=true for each'
      : undefined
    noteUnknown({ what: 'attribute to populate named', name, path, known, instead })
  }
}

/** What the caller has no right to is absent, be it a type or a field of one, but naming it is not a mistake. */
function leadsSomewhere({ uid }: Model, name: string, context: PlanContext): boolean {
  // A list of fields leaves some out of a component.
  const whole = modelOf(context.schema, uid)
  const attribute = whole.attributes.get(name)
  return attribute !== undefined && attribute.kind !== 'scalar' && isOpen(whole, attribute, context)
}

function populatedNames(model: Model, context: PlanContext): readonly string[] {
  return [...model.attributes.values()]
    .filter(attribute => attribute.kind !== 'scalar' && isVisible(model, attribute, context))
    .map(({ name }) => name)
}
