/** The value of a unique field in the place of an id: `slug:my-post`. */
import type { UniqueTarget } from '../../plan/read/read-target.ts'

const UNIQUE = /^([A-Za-z_]\w*):(.*)$/s

/** `undefined` for everything else, such as `5`. */
export function uniqueTargetOf(id: string): UniqueTarget | undefined {
  const [, field, value] = UNIQUE.exec(id) ?? []
  return field === undefined || value === undefined ? undefined : { kind: 'unique', field, value }
}
