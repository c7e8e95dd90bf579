/** `locale` at the root of a localized type. Related entries are never selected by locale. */
import { isList, type QueryValue } from '../../../query/query-value.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { type Condition, UNKNOWN } from './condition.ts'
import { type FilterScope, resolveFilters } from './resolve-filters.ts'

/** Absent: the default locale. `all`: every locale. Otherwise a code, a list of codes, or operators as in `filters`. */
export function isInLocale(type: ContentType, locale: QueryValue | undefined, scope: FilterScope): Condition | null {
  if (!type.localized || locale === 'all') return null
  if (locale === null) return UNKNOWN
  const wanted = locale === undefined ? scope.context.defaultLocale : locale
  if (isList(wanted) && wanted.length === 0) return UNKNOWN
  const attribute = type.attributes.get('locale')
  if (attribute?.kind !== 'scalar') return null
  return resolveFilters(
    { ...type, attributes: new Map([['locale', { ...attribute, private: false }]]) },
    { locale: wanted },
    '',
    {
      ...scope,
      // Only what the client wrote counts toward the limit.
      countTerm: locale === undefined ? () => {} : scope.countTerm,
      context: { ...scope.context, access: { ...scope.context.access, fields: new Map(), filterFields: new Map() } },
    },
  )
}
