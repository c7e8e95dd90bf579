/** The database that a backup is restored to: empty before, complete afterwards, and empty again if anything fails. */

import type { Database } from '../../storage/database.ts'
import type { StorageConfig } from '../../tables/open-database.ts'

export interface FillInput {
  /** Opens a new database and makes it ready for the rows. */
  readonly open: (config: StorageConfig) => Promise<Database>
  /** Writes the rows in one transaction, and calls `beforeCommit` at its end. */
  readonly load: (database: Database, beforeCommit: () => void) => Promise<void>
  /** Puts the restored files where they belong. The caller undoes it if something fails later. */
  readonly placeFiles: () => void
}

export interface RestoredDatabase {
  /** Throws StartError if the database has content that may not be replaced. Changes nothing. */
  check(): Promise<void>
  fill(input: FillInput): Promise<void>
  /** After a restore that was interrupted when all files were in their places: whether all rows are, too. */
  isFilled(): Promise<boolean>
  /** After a failed `fill`. */
  undo(): Promise<void>
}
