/** Extracts the parts of a body that the operations need. */

import type { QueryLimits } from '../../../query/limits.ts'
import { parseBody } from '../../../query/parse-body.ts'
import { parseText } from '../../../query/parse-text.ts'

/** The attributes under `data`. */
export function dataOf(body: unknown, limits: QueryLimits): Readonly<Record<string, unknown>> {
  return parseBody(body, limits).data
}

/** The attributes of a body without `data` around them. */
export function flatDataOf(body: unknown, limits: QueryLimits): Readonly<Record<string, unknown>> {
  return parseBody({ data: body ?? {} }, limits).data
}

/** The locale that the query names. */
export function localeOf(search: string, limits: QueryLimits): string | undefined {
  const { locale } = parseText(search, limits)
  return typeof locale === 'string' ? locale : undefined
}

/** The members of a form. Its length is limited like a body, not like a query. */
export function formOf(text: string, limits: QueryLimits): unknown {
  return parseText(text, { ...limits, queryLength: Number.MAX_SAFE_INTEGER })
}
