/** The loaded rows of an answer: the serializer's input. */
import type { PackedRow, RowKey } from '../sql/statement.ts'

/** Rows of one node: by their parent's key or, for the rows of a variant, by their own id. */
export type RowGroups = ReadonlyMap<RowKey | undefined, readonly PackedRow[]>

export interface LoadedRows {
  readonly rows: readonly PackedRow[]
  readonly total: number | null
  /** Whether the list has many entries, and the total need not be right. */
  readonly isEstimate?: boolean
  /** The ids of the whole list in its order, if they are known or were read. */
  readonly ids?: Float64Array | undefined
  /** For a page that shows its places: whether there are further rows, in the direction in which it was read. */
  readonly more?: boolean
  /** Whether the rows have the sort keys that the program says. */
  readonly placed?: boolean
  /** Whether the groups also have rows of other answers, which were read together with this one. */
  readonly shared?: boolean
  /** By the slots of the program. A slot without rows is missing. */
  readonly groups: readonly (RowGroups | undefined)[]
}
