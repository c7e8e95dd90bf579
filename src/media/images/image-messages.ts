/** The messages between a server process and the process that works on its images. */
import type { ImageFile, ImageWishes, ProcessedImage, TransformWish } from './image-work.ts'

/** What the process must know before its first image. */
export interface ImageProcessOptions {
  /** Images with more pixels are refused before they are decoded. */
  readonly pixels: number
}

export type ImageTask =
  | { readonly kind: 'process'; readonly source: string; readonly folder: string; readonly wishes: ImageWishes }
  | { readonly kind: 'transform'; readonly source: string; readonly target: string; readonly wish: TransformWish }

export type ImageRequest = ImageTask & { readonly id: number }

export type ImageProblem =
  | { readonly key: 'notAnImage'; readonly reason: string }
  | { readonly key: 'tooManyPixels'; readonly width: number; readonly height: number }
  /** A problem of the machine, such as a full disk. */
  | { readonly key: 'failed'; readonly reason: string }

/** The number of the message with which a process says that it has started. Questions have other numbers. */
export const READY = 0

export interface ImageReply {
  readonly id: number
  readonly result?: ProcessedImage | ImageFile | undefined
  readonly problem?: ImageProblem | undefined
}
