/** Tables as we want them, independent of the database that will hold them. */
import type { ColumnKind } from '../../schema/column-kind.ts'

export interface ColumnDefinition {
  readonly name: string
  readonly kind: ColumnKind
}

export interface IndexDefinition {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /**
   * `strapi`: Strapi has it too. `populus`: only makes reading cheaper. `unique`: enforces `unique: true`, and is left
   * out where existing rows do not allow it.
   */
  readonly origin: 'strapi' | 'populus' | 'unique'
}

export interface ForeignKeyDefinition {
  readonly name: string
  readonly column: string
  /** The table whose `id` is meant. */
  readonly table: string
  readonly onDelete: 'cascade' | 'set null'
}

export interface TableDefinition {
  readonly name: string
  /** In the order of the table; the first one is `id`. */
  readonly columns: readonly ColumnDefinition[]
  readonly indexes: readonly IndexDefinition[]
  readonly foreignKeys: readonly ForeignKeyDefinition[]
}

export const ID_COLUMN: ColumnDefinition = Object.freeze({ name: 'id', kind: 'id' })

/** An index that Strapi has as well. */
export function strapiIndex(name: string, columns: readonly string[], unique = false): IndexDefinition {
  return { name, columns, unique, origin: 'strapi' }
}

/** How the names of our own indexes begin. */
export const OWN_PREFIX = 'populus_'

/** An index of ours, named after its table and purpose: `populus_files_related_morphs_related`. */
export function ownIndex(table: string, purpose: string, columns: readonly string[]): IndexDefinition {
  return { name: `${OWN_PREFIX}${table}_${purpose}`, columns, unique: false, origin: 'populus' }
}
