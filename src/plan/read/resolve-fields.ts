/** `fields` -> the scalars to show, in output order. */
import type { FieldsRequest } from '../../query/read-request.ts'
import type { Model, ScalarAttribute } from '../../schema/schema.ts'
import type { PlanContext } from '../plan-context.ts'
import { invalidParameter, isNamed, isVisible } from '../visibility.ts'
import { fileField, withFileFields } from './file-fields.ts'
import type { ScalarPlan } from './read-plan.ts'

/** Without a list: every visible scalar in schema order. `id` is always shown, so naming it adds nothing. */
export function resolveFields(
  model: Model,
  fields: FieldsRequest,
  path: string,
  context: PlanContext,
): readonly ScalarPlan[] {
  if (fields.kind === 'all') return withFileFields(visibleScalars(model, context), model, { ...context, all: true })
  const chosen = fields.names.flatMap(name => resolveField(model, name, path, context))
  const scalars = new Map(chosen.map(scalar => [scalar.name, scalar]))
  return withFileFields([...scalars.values()], model, { ...context, all: fields.names.includes('*') })
}

export function visibleScalars(model: Model, context: PlanContext): readonly ScalarAttribute[] {
  return [...model.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && isVisible(model, attribute, context),
  )
}

/** Accepts the name of an attribute or of its column; `*` means all of them. */
function resolveField(model: Model, name: string, path: string, context: PlanContext): readonly ScalarPlan[] {
  if (name === 'id') return []
  if (name === '*') return visibleScalars(model, context)
  const attribute = model.attributes.get(name) ?? attributeOfColumn(model, name)
  const own = attribute === undefined ? fileField(model, name, context) : undefined
  if (own !== undefined) return [own]
  if (attribute === undefined || !isNamed(model, attribute, context)) throw invalidParameter(name, model, path, context)
  if (attribute.kind === 'scalar') return [attribute]
  if (context.dialect.relationInFieldsIsError) throw invalidParameter(name, model, path, context)
  return []
}

function attributeOfColumn(model: Model, column: string): ScalarAttribute | undefined {
  for (const attribute of model.attributes.values()) {
    if (attribute.kind === 'scalar' && attribute.column === column) return attribute
  }
  return undefined
}
