/** Which kinds of files a media attribute accepts (`allowedTypes` of its definition). */
import { PopulusError } from '../../errors.ts'
import type { MediaAttribute } from '../../schema/schema.ts'

const KINDS = new Map([
  ['image', 'images'],
  ['video', 'videos'],
  ['audio', 'audios'],
])

/** `images`, `videos`, `audios`, or `files` for everything else. */
function kindOf(mime: string): string {
  return KINDS.get(mime.split('/')[0]!.toLowerCase()) ?? 'files'
}

/** An attribute without a list accepts everything. */
export function accepts({ allowedTypes }: Pick<MediaAttribute, 'allowedTypes'>, mime: string): boolean {
  return allowedTypes.length === 0 || allowedTypes.includes('any') || allowedTypes.includes(kindOf(mime))
}

export function checkAccepted(
  attribute: Pick<MediaAttribute, 'allowedTypes' | 'name'>,
  { name, mime }: { readonly name: string; readonly mime: string },
): void {
  if (accepts(attribute, mime)) return
  const allowed = attribute.allowedTypes.join(', ')
  throw new PopulusError('attributeRefusesType', { attribute: attribute.name, allowed, name, mime })
}
