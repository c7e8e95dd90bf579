/** Tables as we want them, independent of the database. */
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
   * `strapi`: Strapi has it too. `populus`: only makes reads cheaper. `unique`: enforces `unique: true`, and is left out
   * if existing rows do not allow it.
   */
  readonly origin: 'strapi' | 'populus' | 'unique'
}

export interface ForeignKeyDefinition {
  readonly name: string
  readonly column: string
  /** The table whose `id` the key refers to. */
  readonly table: string
  readonly onDelete: 'cascade' | 'set null'
}

export interface TableDefinition {
  readonly name: string
  /** In table order; the first is `id`. */
  readonly columns: readonly ColumnDefinition[]
  readonly indexes: readonly IndexDefinition[]
  readonly foreignKeys: readonly ForeignKeyDefinition[]
}

export const ID_COLUMN: ColumnDefinition = Object.freeze({ name: 'id', kind: 'id' })

/** An index that Strapi also has. */
export function strapiIndex(name: string, columns: readonly string[], unique = false): IndexDefinition {
  return { name, columns, unique, origin: 'strapi' }
}

/** The prefix of our own index names. */
export const OWN_PREFIX = 'populus_'

/** Begins the purpose of an index for lists in the order of a column: `populus_articles_by_title`. */
export const BY = 'by_'

/** One of our own indexes, named after its table and purpose: `populus_files_related_morphs_related`. */
export function ownIndex(table: string, purpose: string, columns: readonly string[]): IndexDefinition {
  return { name: `${OWN_PREFIX}${table}_${purpose}`, columns, unique: false, origin: 'populus' }
}
