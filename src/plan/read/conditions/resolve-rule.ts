/** The condition of a rule of rows: the language of `filters`, in which values may stand for those of the caller. */
import { textual } from '../../../query/query-of-json.ts'
import type { Model } from '../../../schema/schema.ts'
import { SERVER_ACCESS } from '../../access.ts'
import type { PlanContext } from '../../plan-context.ts'
import { WIRE_DIALECTS } from '../../wire-dialect.ts'
import { noteUnknownNames } from '../unknown-names.ts'
import type { Condition } from './condition.ts'
import { type FilterScope, resolveFilters } from './resolve-filters.ts'

export interface RuleScope extends Pick<PlanContext, 'schema' | 'settings'> {
  readonly standsFor: NonNullable<FilterScope['standsFor']>
  /** False while the rule is checked: a value that its column cannot have is an error. Later, no row has it. */
  readonly lenient: boolean
}

/**
 * Conditions of rules see everything that is stored, private attributes and drafts included: what a caller may read does
 * not decide which rows there are. Throws PopulusError for names that do not exist.
 */
export function resolveRule(model: Model, where: object, { schema, settings, standsFor, lenient }: RuleScope) {
  const dialect = WIRE_DIALECTS.document
  const scope: FilterScope = {
    context: { schema, settings, dialect, access: SERVER_ACCESS, defaultLocale: '' },
    countTerm: () => undefined,
    defer: problem => {
      if (!lenient) throw problem
    },
    noteUnknown: noteUnknownNames(dialect).note,
    standsFor,
  }
  return resolveFilters(model, textual(where), 'where', scope) as Condition | null
}
