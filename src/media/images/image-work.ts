/**
 * The contract of everything that is done to images: reading their dimensions, making smaller ones, converting. Paths go
 * in, paths come out; no image is ever in the memory of the server process.
 */
import type { ImageFit, ModernFormat } from './image-formats.ts'

export interface ImageWork {
  /**
   * Reads the dimensions of an image and makes its variants as files in `folder`, which must exist. `source` is not
   * changed. Refuses with `notAnImage` what cannot be decoded, with `tooManyPixels` what would take too much memory
   * (before it is decoded), and with `imagesBusy` (503) when too many others wait.
   */
  process(source: string, folder: string, wishes: ImageWishes): Promise<ProcessedImage>
  /** Makes one other image: a size on demand, a crop. Fails as `process` does. */
  transform(source: string, target: string, wish: TransformWish): Promise<ImageFile>
  close(): Promise<void>
}

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
  readonly width: number
  readonly height: number
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
