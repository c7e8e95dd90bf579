/** An entry as it was before a change, with the change that ended this state. */
import type { Author, Change, NewChange } from '../changes/change.ts'

export interface NewVersion extends NewChange {
  /** Whether the entry can be restored from the trash. */
  readonly trash: boolean
  /** The administrator who created the entry; conditions of roles ask for it. */
  readonly creator: number | null
  /** As `packRecord` makes it. */
  readonly content: string
}

/** Without its content. */
export interface Version extends Omit<Change, 'position'> {
  readonly version: number
  readonly by: Author | null
}

export interface StoredVersion extends Version {
  readonly trash: boolean
  readonly creator: number | null
  readonly content: string
}

/** A reference from an entry to another one. */
export interface RecordReference {
  readonly type: string
  readonly id: number
}

/** Everything that was stored of an entry. */
export interface EntryRecord {
  /** By the names of attributes: plain values, references, lists of references, and components with an `id`. */
  readonly attributes: Readonly<Record<string, unknown>>
  /** Relations of others that led to a deleted entry, and that it did not have itself. */
  readonly incoming?: readonly IncomingLinks[]
}

export interface IncomingLinks {
  /** The uid of the type or component that has the relation. */
  readonly model: string
  readonly attribute: string
  readonly ids: readonly number[]
}
