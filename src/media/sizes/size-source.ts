/** Where the bytes of an image come from, when another size of it is made. */
import type { FocalPoint } from '../images/image-values.ts'

/** An image to make sizes of. */
export interface SizeSource {
  /** What it is called in the address: `photo_1a2b3c4d5e.jpg`. */
  readonly name: string
  /** Changes with the content. */
  readonly version: string
  /** The address of the image itself, if it is kept elsewhere. */
  readonly url?: string | undefined
  /** Calls `work` with the path of the bytes, and with the point that must stay in view. */
  use<T>(work: (path: string, focalPoint: FocalPoint | undefined) => Promise<T>): Promise<T>
}

/** An image in the public folder. */
export interface LocalImage {
  readonly path: string
  readonly version: string
}

/** Finds an image by its name: the given one, or one that is kept elsewhere. `undefined` if nobody knows it. */
export type FindSource = (name: string, local: LocalImage | undefined) => Promise<SizeSource | undefined>
