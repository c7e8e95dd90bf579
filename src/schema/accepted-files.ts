/** Which files a media attribute accepts (`allowedTypes` of its definition). */
import type { MediaAttribute } from './schema.ts'

type Accepting = Pick<MediaAttribute, 'allowedTypes' | 'name'>

const KINDS = new Map([
  ['image', 'images'],
  ['video', 'videos'],
  ['audio', 'audios'],
])
const ALL = [...KINDS.values(), 'files']

/** An attribute without a list accepts everything, and so does one that lists everything. */
export function acceptsAll({ allowedTypes }: Accepting): boolean {
  return allowedTypes.length === 0 || allowedTypes.includes('any') || ALL.every(kind => allowedTypes.includes(kind))
}

export function acceptsFile(attribute: Accepting, mime: string): boolean {
  return acceptsAll(attribute) || attribute.allowedTypes.includes(kindOf(mime))
}

/** `images`, `videos`, `audios`, or `files` for everything else. */
function kindOf(mime: string): string {
  return KINDS.get(mime.split('/')[0]!.toLowerCase()) ?? 'files'
}
