import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import type { FileTools } from '../library/use-file-tools.ts'

export interface StageProps {
  readonly library: FileTools
  readonly file: MediaFile
}
