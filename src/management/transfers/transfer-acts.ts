/** What the panel needs of `transfer/`, which knows nothing of the panel. Each act runs in a process of its own, as a command does. */
import type { Writable } from 'node:stream'
import type { BackupContent, ExportFormat, ImportRehearsal, TaskPhase } from '../../admin-api/settings/transfer-api.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'

export interface Watch {
  /** Ends the act. */
  readonly signal: AbortSignal
  readonly progress: (phase: TaskPhase, done: number, total: number) => void
}

export interface ExportChoice {
  /** All content if absent. */
  readonly types?: readonly string[] | undefined
  readonly format: ExportFormat
  readonly locale?: string | undefined
  /** Only what is published. */
  readonly publishedOnly: boolean
}

export interface ImportedFile {
  readonly file: string
  /** As its owner calls it. */
  readonly name: string
  /** Of an encrypted archive. */
  readonly key: string | null
}

export type ImportWay = 'all-or-nothing' | 'batches' | 'resume'

export interface TransferActs {
  /** The folder of the project. */
  readonly folder: string
  /** Whether archives of Strapi can be read and written. */
  readonly hasStrapi: () => Promise<boolean>
  /** `site-2026-05-01T09-30-00Z.tar.gz` */
  readonly backupName: (now: Date, encrypted: boolean) => string
  /** What counts as content. */
  readonly contentTypes: (schema: Schema) => readonly ContentType[]
  readonly backUp: (
    input: { readonly file: string; readonly passphrase: string | null },
    watch: Watch,
  ) => Promise<{ readonly notes: readonly string[] }>
  /** What is in an archive; `null` if that cannot be read. */
  readonly describeBackup: (file: string) => Promise<BackupContent | null>
  /** Ends when everything is written, or nobody reads any more. */
  readonly exportTo: (output: Writable, choice: ExportChoice, watch: Watch) => Promise<void>
  /** What an import would do. */
  readonly rehearse: (input: ImportedFile, watch: Watch) => Promise<ImportRehearsal>
  readonly importFile: (
    /** `forget`: another import was interrupted, and stays as it is. */
    input: ImportedFile & { readonly way: ImportWay; readonly forget: boolean },
    watch: Watch,
  ) => Promise<{ readonly entries: number; readonly files: number }>
}
