/** The image formats that can be read and written, and the words in which a size is asked for. */

export type ModernFormat = 'webp' | 'avif'

/** How an image fills a given width and height. */
export type ImageFit = 'cover' | 'contain' | 'inside'

/** Images of these types are decoded: width and height are known. */
const DECODED: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/svg+xml',
  'image/gif',
  'image/avif',
])

/** Whether the dimensions of an image of this type are read. Everything else is stored without a look inside. */
export function isDecoded(mime: string): boolean {
  return DECODED.has(mime)
}
