/** One entry by the value of a unique field. */
import { PopulusError } from '../../../errors.ts'
import { type ContentType, isScalar, type ScalarAttribute } from '../../../schema/schema.ts'
import type { PlanContext } from '../../plan-context.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { UniqueTarget } from '../read-target.ts'
import type { Condition } from './condition.ts'
import { type FilterScope, resolveFilters } from './resolve-filters.ts'

/** A value that the field cannot have is that of no entry. */
export function hasUnique(type: ContentType, { field, value }: UniqueTarget, scope: FilterScope): Condition | null {
  const { context } = scope
  const attribute = visibleAttribute(type, field, context, 'filter')
  if (isUnique(attribute)) return resolveFilters(type, { [field]: { $eq: value } }, field, scope)
  if (context.dialect.typosAreErrors)
    scope.noteUnknown({ what: 'unique field named', name: field, path: 'the path', known: uniqueNames(type, context) })
  throw new PopulusError('notFound')
}

function uniqueNames(type: ContentType, context: PlanContext): readonly string[] {
  return [...type.attributes.keys()].filter(name => isUnique(visibleAttribute(type, name, context, 'filter')))
}

/** Whether an entry can be found by the value of the attribute. */
export function isUnique(attribute: Parameters<typeof isScalar>[0]): attribute is ScalarAttribute {
  return isScalar(attribute) && (attribute.unique || attribute.type === 'uid')
}
