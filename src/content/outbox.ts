/** What is sent to others after a commit, written down in the transaction that is committed. */
import type { ChangeAction, NewChange } from '../changes/change.ts'
import type { WriteScope } from './write/write-scope.ts'

/** A change with the entry after it, or before it if it was deleted. */
export interface ChangedEntry extends NewChange {
  /** Flat JSON. */
  readonly entry: string
}

export interface OpenOutbox {
  /** Whether anybody wants to know of such a change. */
  wants(type: string, action: ChangeAction): boolean
  record(scope: WriteScope, changed: readonly ChangedEntry[]): void
  /** After the commit. */
  committed(): void
}

export interface Outbox {
  /** Before the transaction begins. `undefined` while nobody wants to know anything. */
  open(): Promise<OpenOutbox | undefined>
}
