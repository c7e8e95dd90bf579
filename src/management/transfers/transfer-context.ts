/** What backups, exports and imports of the panel need. */
import type { BackupContent } from '../../admin-api/settings/transfer-api.ts'
import type { ServerTasks } from './server-tasks.ts'
import type { TransferActs } from './transfer-acts.ts'

export interface TransferContext {
  readonly acts: TransferActs
  readonly tasks: ServerTasks
  /** Several servers may share the database, each with a folder of its own. */
  readonly isShared: boolean
  /** What is in archives that were looked into. */
  readonly known: Map<string, BackupContent | null>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}
