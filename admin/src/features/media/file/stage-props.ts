import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import type { Library } from '../library/use-library.ts'

export interface StageProps {
  readonly library: Library
  readonly file: MediaFile
}
