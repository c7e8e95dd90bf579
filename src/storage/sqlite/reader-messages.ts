/** What a server process and the processes that read for it say to each other. */
import type { Row, SqlValue } from '../../sql/statement.ts'

/** A statement without the function that takes packed rows apart, which stays where it is. */
export interface ReaderStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly packed: boolean
}

export type ReaderRequest =
  /** `begin`: the first level of a read, which begins its snapshot. */
  | { readonly kind: 'level'; readonly begin: boolean; readonly statements: readonly ReaderStatement[] }
  /** The snapshot is not needed any more. There is no answer to it. */
  | { readonly kind: 'end' }

export type ReaderAnswer =
  /** The rows of each statement; of a packed one, the one row with their number and their bytes. */
  | {
      readonly rows: readonly (readonly Row[])[]
      /** How long it took, in milliseconds. */
      readonly took: number
    }
  /** What the driver has thrown. */
  | { readonly error: { readonly code: string; readonly message: string } }
