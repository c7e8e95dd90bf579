/** Extracts the parts of a body that the operations need. */

import type { WireDialect } from '../../../plan/wire-dialect.ts'
import type { QueryLimits } from '../../../query/limits.ts'
import { parseBody } from '../../../query/parse-body.ts'
import { parseText } from '../../../query/parse-text.ts'
import { invalidValues } from './write-input.ts'

interface BodyRules {
  readonly limits: QueryLimits
  readonly dialect: Pick<WireDialect, 'typosAreErrors'>
}

/** The attributes under `data`. */
export function dataOf(body: unknown, { limits, dialect }: BodyRules): Readonly<Record<string, unknown>> {
  const { data } = parseBody(body, limits)
  if (dialect.typosAreErrors) refusePrototype((body as { readonly data: unknown }).data, [])
  return data
}

/** It is never stored, wherever it stands. */
function refusePrototype(given: unknown, path: readonly string[]): void {
  if (typeof given !== 'object' || given === null) return
  for (const [key, value] of Object.entries(given)) {
    const place = [...path, key]
    if (key === '__proto__') throw invalidValues([{ path: place, message: `There is no attribute ${key}` }])
    refusePrototype(value, place)
  }
}

/** The attributes of a body without `data` around them. */
export function flatDataOf(body: unknown, rules: BodyRules): Readonly<Record<string, unknown>> {
  return dataOf({ data: body ?? {} }, rules)
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
