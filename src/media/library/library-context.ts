/** What the operations of the library need that only touch the database. A `MediaContext` has it. */
import type { MediaUsage } from '../../admin-api/media-api.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { ContentType } from '../../schema/schema.ts'

export interface LibraryContext {
  readonly content: ContentContext
}

/** Who looks at the library, or changes it. */
export interface LibraryViewer {
  /** The id of the administrator; `undefined` on the command line. */
  readonly by?: number | undefined
  /** Only files that this administrator has uploaded exist for them. */
  readonly onlyOwn?: boolean
  /** Whether they see the files of others, which they may not change. */
  readonly seesAll?: boolean
  /** Whether they may add files; yes if absent. */
  readonly mayCreate?: boolean
  /** What the person may know of the entries that use a file; everything if absent. */
  readonly entries?: EntryReader
}

export type EntryFacts = Pick<MediaUsage, 'title' | 'locale' | 'status'>

export interface EntryReader {
  /** By id; entries that the person may not read are absent. */
  describe(type: ContentType, ids: readonly number[]): Promise<ReadonlyMap<number, EntryFacts>>
  /** Whether the person may read a field: `seo.image` */
  covers(uid: string, field: string): boolean
}
