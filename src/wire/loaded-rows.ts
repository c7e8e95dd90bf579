/** The rows of an answer, as they were loaded: what the serializer reads. */
import type { PackedRow, RowKey } from '../sql/statement.ts'

/** Rows of one node: by the key of their parent, or (for the rows of a variant) by their own id. */
export type RowGroups = ReadonlyMap<RowKey | undefined, readonly PackedRow[]>

export interface LoadedRows {
  readonly rows: readonly PackedRow[]
  readonly total: number | null
  /** By the slots of the program; a slot without rows is missing. */
  readonly groups: readonly (RowGroups | undefined)[]
}
