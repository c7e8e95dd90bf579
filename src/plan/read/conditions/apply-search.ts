/** `_q`: searches every text attribute that the caller may read and filter by. */

import { PopulusError } from '../../../errors.ts'
import { ATTRIBUTE_TYPES } from '../../../schema/attributes/registry.ts'
import type { Model } from '../../../schema/schema.ts'
import { checkPatternLimits } from '../../cost/check-pattern.ts'
import type { PlanContext } from '../../plan-context.ts'
import { isVisible } from '../../visibility.ts'
import { visibleScalars } from '../resolve-fields.ts'
import { type ColumnRef, type Condition, combine } from './condition.ts'
import { hasParts } from './pattern-parts.ts'

/** What an id can contain: digits, of which any may be sought. */
const MAYBE_ID = /^[\d_]*$/

/** Searches the text attributes, and also the id and the numeric ones if they can have the search string. */
export function matchesSearch(model: Model, search: string, context: PlanContext): Condition | null {
  if (search.includes('\0'))
    throw new PopulusError('badValue', { parameter: '_q', problem: 'must not contain the NUL character' })
  // A `%` in the search string is matched literally.
  checkPatternLimits(`%${search.replaceAll('%', ' ')}`, '_q', context.settings)
  const numeric = !Number.isNaN(Number(search))
  const columns: ColumnRef[] = visibleScalars(model, context)
    .filter(attribute => attribute.searchable && isVisible(model, attribute, context, 'filter'))
    .filter(
      ({ type }) => ATTRIBUTE_TYPES[type].search === 'text' || (numeric && ATTRIBUTE_TYPES[type].search === 'number'),
    )
    .map(attribute => ({ kind: 'scalar', attribute }))
  // An underscore matches any character, as in Strapi.
  const pattern = `%${search.replace(/[%\\]/g, '\\$&')}%`
  const ids = columns.length === 0 || MAYBE_ID.test(search) ? [{ kind: 'id' } as const] : []
  return combine(
    'any',
    [...ids, ...columns].map(column => ({
      kind: 'test',
      column,
      test: { kind: 'search', pattern, hasParts: hasParts(pattern, true) },
      negated: false,
    })),
  )
}
