/** Which types are the same thing under several names, and which share a container that says no more. */

const ALIASES: ReadonlyMap<string, string> = new Map([
  // An animated PNG is a PNG.
  ['image/apng', 'image/png'],
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/vnd.microsoft.icon', 'image/x-icon'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['image/heic-sequence', 'image/heic'],
  ['image/heif-sequence', 'image/heif'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/mid', 'audio/midi'],
  ['audio/x-midi', 'audio/midi'],
  ['audio/opus', 'audio/ogg'],
  ['application/ogg', 'audio/ogg'],
  ['video/avi', 'video/x-msvideo'],
  ['video/vnd.avi', 'video/x-msvideo'],
  ['video/matroska', 'video/x-matroska'],
  ['video/x-m4v', 'video/mp4'],
  ['video/3gpp2', 'video/3gpp'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
  ['text/rtf', 'application/rtf'],
  ['application/font-woff', 'font/woff'],
  ['application/x-font-ttf', 'font/ttf'],
  ['application/x-font-otf', 'font/otf'],
])

/** The first bytes of these do not tell which of them it is. */
const CONTAINERS: readonly ReadonlySet<string>[] = [
  new Set(['video/webm', 'audio/webm', 'video/x-matroska']),
  new Set(['video/mp4', 'audio/mp4', 'video/quicktime', 'video/3gpp']),
  new Set(['video/ogg', 'audio/ogg']),
  new Set(['image/heic', 'image/heif']),
  new Set(['application/x-cfb', 'application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint']),
]

/** `bareType('Image/JPG; q=1')` is `image/jpeg`. */
export function bareType(mime: string): string {
  const [bare = ''] = mime.toLowerCase().split(';')
  return ALIASES.get(bare.trim()) ?? bare.trim()
}

/** Both types may be types of the same bytes. Both must be bare. */
export function isSameFamily(a: string, b: string): boolean {
  return a === b || CONTAINERS.some(family => family.has(a) && family.has(b))
}
