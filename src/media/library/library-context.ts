/** What the operations of the library need that only touch the database. A `MediaContext` has it. */
import type { ContentContext } from '../../content/content-context.ts'

export interface LibraryContext {
  readonly content: ContentContext
}

/** Who looks at the library, or changes it. */
export interface LibraryViewer {
  /** The id of the administrator; `undefined` on the command line. */
  readonly by?: number | undefined
  /** Only files that this administrator has uploaded exist for them. */
  readonly onlyOwn?: boolean
}
