/** Which encoder makes an image of a format, and how hard it tries. */
import type { Sharp } from 'sharp'
import type { RasterName } from './image-formats.ts'

/** The default effort of AVIF (4) takes seven times as long and saves a few percent. */
const AVIF_EFFORT = 2

export interface EncodeOptions {
  /** Without a quality, the format's own default. */
  readonly quality?: number | undefined
  /** In lines, as far as the format allows. Takes a tenth of the memory, and makes larger files. */
  readonly lean?: boolean | undefined
}

export function encodeAs(image: Sharp, format: RasterName, { quality, lean = false }: EncodeOptions = {}): Sharp {
  const wish = quality === undefined ? {} : { quality }
  switch (format) {
    case 'jpeg':
      return image.jpeg({ ...wish, optimizeCoding: !lean })
    case 'png':
      // A quality means a palette, for which all pixels are looked at together.
      return image.png(lean ? {} : wish)
    case 'webp':
      return image.webp(wish)
    case 'tiff':
      return image.tiff(wish)
    case 'gif':
      return image.gif()
    case 'avif':
      return image.avif({ ...wish, effort: AVIF_EFFORT })
  }
}
