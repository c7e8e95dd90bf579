/** What every operation on uploaded files needs. `app.ts` creates it once. */
import type { MediaConfig } from '../config/config.ts'
import type { ContentContext } from '../content/content-context.ts'
import type { MediaProvider } from './providers/provider.ts'
import type { ImageSizes } from './sizes/image-sizes.ts'
import type { FileTurns } from './upload/file-turns.ts'
import type { MediaJournal } from './upload/media-journal.ts'
import type { Workspaces } from './upload/workspaces.ts'
import type { FileWork } from './work/file-work.ts'

export interface MediaContext {
  readonly content: ContentContext
  /** Where new files are stored. */
  readonly provider: MediaProvider
  /** The storage that a row names. Its operations fail with `providerNotSupported` if it is not configured. */
  readonly providerOf: (name: string) => MediaProvider
  /** Everything that looks inside files. */
  readonly work: FileWork
  /** Other sizes of images, made on demand. */
  readonly sizes: ImageSizes
  readonly workspaces: Workspaces
  readonly journal: MediaJournal
  /** Changes of one file's objects wait for each other. */
  readonly turns: FileTurns
  readonly settings: MediaConfig
  /** Reports that something could not be cleaned up, and tries again after a while. */
  readonly cleanLater: (error: unknown) => void
}
