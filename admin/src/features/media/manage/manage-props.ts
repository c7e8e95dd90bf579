import type { Library } from '../library/use-library.ts'

export interface ManageProps {
  readonly library: Library
  readonly files: readonly number[]
  readonly folders: readonly number[]
  readonly onClose: () => void
  /** After it was done. */
  readonly onDone?: () => void
}
