/** Whether a grant covers everything that an entry can hold. */
import { PopulusError } from '../../errors.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { Attribute, ContentType, Model, Schema } from '../../schema/schema.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'

/** Throws `forbidden`. Nobody is told which values an entry has. */
export function needWholeType(schema: Schema, type: ContentType, { fields }: ActionGrant): void {
  if (fields === null || isWhole(schema, type, fields, [])) return
  throw new PopulusError('forbidden', {}, { hint: `needs all fields of ${type.uid}` })
}

function isWhole(schema: Schema, model: Model, fields: ReadonlySet<string>, above: readonly string[]): boolean {
  return [...model.attributes.values()].every(attribute => {
    if (!attribute.writable || attribute.name === 'localizations') return true
    const path = [...above, attribute.name]
    const name = path.join('.')
    if (!coversPath(fields, name)) return false
    const isDivided = [...fields].some(field => field.startsWith(`${name}.`))
    return !isDivided || partsOf(attribute).every(uid => isWhole(schema, schema.components.get(uid)!, fields, path))
  })
}

function partsOf(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.target]
  return attribute.kind === 'zone' ? attribute.components : []
}
