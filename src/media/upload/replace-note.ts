/** What the journal needs to undo or finish the replacement of a file's content. */
import type { FileValues } from '../files/file-values.ts'
import type { MediaObject, PlacedRef } from '../providers/provider.ts'

/** The values by which a row shows whether it already describes the new content. */
export type ContentFacts = Pick<FileValues, 'mime' | 'size' | 'width' | 'height' | 'formats'>

export interface ReplaceNote {
  readonly kind: 'replace'
  readonly provider: string
  readonly fileId: number
  /** Copies of the old objects. If the row still describes them, they are put back. */
  readonly backups: readonly { readonly object: MediaObject; readonly path: string }[]
  /** New objects that the old row did not have. Deleted if the replacement is undone. */
  readonly added: readonly PlacedRef[]
  /** Old objects that the new row does not have. Deleted once the row describes the new content. */
  readonly obsolete: readonly PlacedRef[]
  readonly after: ContentFacts | null
}
