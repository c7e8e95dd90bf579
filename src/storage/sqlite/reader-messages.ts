/** The messages between a server process and the processes that read for it. */
import type { Row, SqlValue } from '../../sql/statement.ts'

/** A statement without the function that unpacks packed rows, which stays in the server process. */
export interface ReaderStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly packed: boolean
}

export type ReaderRequest =
  /** `begin`: the first level of a read, which begins its snapshot. */
  | { readonly kind: 'level'; readonly begin: boolean; readonly statements: readonly ReaderStatement[] }
  /** The snapshot is no longer needed. This message gets no answer. */
  | { readonly kind: 'end' }

export type ReaderAnswer =
  /** The rows of each statement. A packed statement has one row with their number and their bytes. */
  | {
      readonly rows: readonly (readonly Row[])[]
      /** How long the statements took, in milliseconds. */
      readonly took: number
    }
  /** The error that the driver threw. */
  | { readonly error: { readonly code: string; readonly message: string } }
