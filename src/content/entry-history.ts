/** Which entries are kept as they were: before a change, or when they are deleted. */
import type { VersionStore } from '../history/version-store.ts'
import { type ContentType, USER_UID } from '../schema/schema.ts'
import type { EntryRecords } from './records/entry-records.ts'

export interface EntryHistory {
  readonly store: VersionStore
  readonly records: EntryRecords
  /** Whether a change keeps what was there before. */
  readonly versions: boolean
  /** Whether a deleted entry can be restored. */
  readonly trash: boolean
}

/** Types whose entries people write: those of the project, and end users. Files are more than their rows. */
export function hasHistory({ uid, userDefined }: ContentType): boolean {
  return userDefined || uid === USER_UID
}
