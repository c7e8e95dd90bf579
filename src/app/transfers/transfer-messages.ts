/** The messages between a server and a process that makes a backup, an export or an import for it. */
import type { TaskPhase } from '../../admin-api/settings/transfer-api.ts'
import type { Config } from '../../config/config.ts'
import type { ExportChoice, ImportedFile, TransferActs } from '../../management/transfers/transfer-acts.ts'

type Result<Act extends 'backUp' | 'rehearse' | 'importFile'> = Awaited<ReturnType<TransferActs[Act]>>

export interface TransferWorks {
  readonly backUp: { readonly input: Parameters<TransferActs['backUp']>[0]; readonly output: Result<'backUp'> }
  /** The file goes to the standard output. */
  readonly export: { readonly input: ExportChoice; readonly output: undefined }
  readonly rehearse: { readonly input: ImportedFile; readonly output: Result<'rehearse'> }
  readonly import: { readonly input: Parameters<TransferActs['importFile']>[0]; readonly output: Result<'importFile'> }
}

export type TransferKind = keyof TransferWorks

export type TransferTask = {
  [K in TransferKind]: { readonly kind: K; readonly config: Config; readonly input: TransferWorks[K]['input'] }
}[TransferKind]

export type TransferReply =
  | { readonly kind: 'progress'; readonly phase: TaskPhase; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly result: unknown }
  /** `isKnown`: the message is for the person; otherwise it is for the log. */
  | { readonly kind: 'failed'; readonly message: string; readonly isKnown: boolean }
