/** The image formats that can be read and written, and the words in which a size is asked for. */

export type ModernFormat = 'webp' | 'avif'

/** How an image fills a given width and height. */
export type ImageFit = 'cover' | 'contain' | 'inside'

interface ImageFormat {
  readonly mime: string
  readonly ext: string
  /** As Strapi does: smaller variants are made, and the image is encoded again to save bytes. */
  readonly resized: boolean
  readonly optimized: boolean
}

/** By the names that sharp uses. What is not listed is stored without a look inside. */
const FORMATS = {
  jpeg: { mime: 'image/jpeg', ext: '.jpg', resized: true, optimized: true },
  png: { mime: 'image/png', ext: '.png', resized: true, optimized: true },
  webp: { mime: 'image/webp', ext: '.webp', resized: true, optimized: true },
  tiff: { mime: 'image/tiff', ext: '.tiff', resized: true, optimized: true },
  gif: { mime: 'image/gif', ext: '.gif', resized: true, optimized: false },
  avif: { mime: 'image/avif', ext: '.avif', resized: false, optimized: false },
  svg: { mime: 'image/svg+xml', ext: '.svg', resized: false, optimized: false },
} as const satisfies Record<string, ImageFormat>

export type FormatName = keyof typeof FORMATS
export type RasterName = Exclude<FormatName, 'svg'>

/** The formats that images can be converted to. */
export const TARGETS = ['jpeg', 'png', 'webp', 'avif'] as const satisfies readonly FormatName[]
export type TargetFormat = (typeof TARGETS)[number]

const BY_MIME = new Map(Object.entries(FORMATS).map(([name, { mime }]) => [mime as string, name as FormatName]))

export function imageFormat(name: FormatName): ImageFormat {
  return FORMATS[name]
}

/** `formatOf('image/jpeg')` is `jpeg`; `undefined` if images of this type are not decoded. */
export function formatOf(mime: string): FormatName | undefined {
  return BY_MIME.get(mime)
}

/** Whether the dimensions of an image of this type are read. Everything else is stored without a look inside. */
export function isDecoded(mime: string): boolean {
  return BY_MIME.has(mime)
}
