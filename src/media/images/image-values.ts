/** What is wished for an image, and what comes out. Paths, never bytes. */
import type { ImageFit, ModernFormat } from './image-formats.ts'

export interface ImageWishes {
  /** The type of the content, as `detectType` found it. */
  readonly type: string
  /** The longer side of each responsive format, in pixels: `{ large: 1000, medium: 750, small: 500 }`. */
  readonly breakpoints: Readonly<Record<string, number>>
  /** Whether the breakpoints are made. The thumbnail always is. */
  readonly responsive: boolean
  /** Encodes the image again, and keeps the result if it is not larger. */
  readonly optimize: boolean
  /** Turns the image as its EXIF data says. */
  readonly autoOrientation: boolean
  /** Also makes each variant in these formats, with the keys `thumbnail_webp`, `large_avif` and so on. */
  readonly extraFormats: readonly ModernFormat[]
  readonly placeholder: boolean
}

export interface ProcessedImage {
  /** `null` for a vector image that does not say how large it is. */
  readonly width: number | null
  readonly height: number | null
  /** The image to store instead of `source`. Missing when `source` is stored as it is. */
  readonly main?: ImageFile
  /** In the order in which Strapi lists them. */
  readonly variants: readonly ImageVariant[]
  readonly placeholder?: Placeholder
}

export interface ImageVariant {
  /** The key in `formats`: `thumbnail`, `large` and so on. */
  readonly key: string
  readonly file: ImageFile
}

export interface ImageFile {
  readonly path: string
  readonly mime: string
  /** With its dot: `.jpg`. `undefined` when the type did not change, so the extension of the source stays. */
  readonly ext: string | undefined
  readonly width: number
  readonly height: number
  /** In bytes. */
  readonly size: number
}

export interface Placeholder {
  /** A tiny WebP image as a data address, to be shown blurred until the real one has arrived. */
  readonly blur: string
  /** The dominant colour: `#a1b2c3`. */
  readonly color: string
}

export interface TransformWish {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit?: ImageFit | undefined
  /** What stays in view when `fit` is `cover`: 0 to 1 from the left and from the top. */
  readonly focalPoint?: FocalPoint | undefined
  /** Cut out before anything else, in pixels of the source. */
  readonly crop?: CropArea | undefined
  /** The format of the result; that of the source if missing. */
  readonly format?: string | undefined
  /** 1 to 100. */
  readonly quality?: number | undefined
}

export interface FocalPoint {
  readonly x: number
  readonly y: number
}

export interface CropArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
