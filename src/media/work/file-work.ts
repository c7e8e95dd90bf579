/**
 * The contract of everything that looks inside a file. Paths go in, facts and paths come out; the server process itself
 * never reads what somebody has uploaded.
 *
 * Everything fails in the same ways: with an error that says what is wrong with the file, with `imageTooSlow` or
 * `tooMuchMemory` if it takes too much, with `fileUnreadable` if it crashes what reads it, and with `imagesBusy` (503) when
 * too many others wait.
 */
import type { ImageFile, ImageWishes, ProcessedImage, TransformWish } from '../images/image-values.ts'
import type { ClaimedType, DetectedType, TypeLists } from '../types/type-values.ts'

export interface FileWork {
  /**
   * Finds the type of a file, refuses types that are not wanted (`typeNotAllowed`) and images that are none
   * (`notAnImage`), and cleans vector images in place.
   */
  accept(source: string, claimed: ClaimedType, lists: TypeLists): Promise<DetectedType>
  /** Only finds the type. */
  detect(source: string, claimed: ClaimedType): Promise<DetectedType>
  /**
   * Reads the dimensions of an image and makes its variants as files in `folder`, which must exist. `source` is not
   * changed. Refuses with `notAnImage` what cannot be decoded, and with `tooManyPixels` what is too large, before it is
   * decoded.
   */
  process(source: string, folder: string, wishes: ImageWishes): Promise<ProcessedImage>
  /** Makes one other image: a size on demand, a crop. Fails as `process` does. */
  transform(source: string, target: string, wish: TransformWish): Promise<ImageFile>
  close(): Promise<void>
}
