/** Whether a grant covers everything that an entry can hold. */
import { PopulusError } from '../../errors.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { fieldPaths } from '../administrators/default-permissions.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'

/** Throws `forbidden`. Nobody is told which values an entry has. */
export function needWholeType(schema: Schema, type: ContentType, { fields }: ActionGrant): void {
  const isDivided = (path: string) => fields !== null && [...fields].some(field => field.startsWith(`${path}.`))
  if (fieldPaths(type, schema).every(path => coversPath(fields, path) && !isDivided(path))) return
  throw new PopulusError('forbidden', {}, { hint: `needs all fields of ${type.uid}` })
}
