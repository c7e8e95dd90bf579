/** Refuses a file that the attribute it is for does not accept. */
import { PopulusError } from '../../errors.ts'
import { acceptsFile } from '../../schema/accepted-files.ts'
import type { MediaAttribute } from '../../schema/schema.ts'

export function checkAccepted(
  attribute: MediaAttribute,
  { name, mime }: { readonly name: string; readonly mime: string },
): void {
  if (acceptsFile(attribute, mime)) return
  const allowed = attribute.allowedTypes.join(', ')
  throw new PopulusError('attributeRefusesType', { attribute: attribute.name, allowed, name, mime })
}
