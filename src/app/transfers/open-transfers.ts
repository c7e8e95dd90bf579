/** What the pages about backups, exports and imports work with. */
import type { Config } from '../../config/config.ts'
import { ServerTasks, type ServerTasksInput } from '../../management/transfers/server-tasks.ts'
import type { TransferContext } from '../../management/transfers/transfer-context.ts'
import { transferActs } from './acts-apart.ts'

interface TransfersInput extends Omit<ServerTasksInput, 'failed'> {
  readonly failed: (error: unknown, message: string) => void
}

export function openTransfers(config: Config, { failed, ...input }: TransfersInput): TransferContext {
  return Object.freeze({
    acts: transferActs(config),
    tasks: new ServerTasks({ ...input, failed: error => failed(error, 'a backup, an export or an import failed') }),
    isShared: config.database.client === 'postgres',
    known: new Map(),
    clock: input.clock,
  })
}
