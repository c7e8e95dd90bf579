/** What the places of a mail's template may name. */
import { isRecord } from '../entities/query-values.ts'

type Values = Readonly<Record<string, unknown>>

/** `{ USER: { name: 'Ann' } }` gives `USER.name`. */
export function templateValues(data: Values): ReadonlyMap<string, string> {
  return new Map(paths(data))
}

function paths(data: Values, above = ''): readonly [string, string][] {
  return Object.entries(data).flatMap(([key, value]): readonly [string, string][] => {
    const path = above === '' ? key : `${above}.${key}`
    return isRecord(value) ? paths(value, path) : [[path, value === null || value === undefined ? '' : String(value)]]
  })
}
