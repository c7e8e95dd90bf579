/** Which encoder makes an image of a format, and how hard it tries. */
import type { Sharp } from 'sharp'
import type { RasterName } from './image-formats.ts'

/** The default effort of AVIF (4) takes seven times as long and saves a few percent. */
const AVIF_EFFORT = 2

/** Without a quality, the format's own default. */
export function encodeAs(image: Sharp, format: RasterName, quality?: number): Sharp {
  const wish = quality === undefined ? {} : { quality }
  switch (format) {
    case 'jpeg':
      return image.jpeg(wish)
    case 'png':
      return image.png(wish)
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
