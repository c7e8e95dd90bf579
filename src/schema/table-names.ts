/**
 * Makes every name of a table, column, index and foreign key, as Strapi 4.26 does. Table names of models are
 * `collectionName` as written; all derived names are in lodash snake_case.
 */
import type { RelationKind } from './schema.ts'
import { snakeCase } from './snake-case.ts'

/** The column of a scalar attribute: `eventAt` is stored in `event_at`. */
export function columnName(attribute: string): string {
  return snakeCase(attribute)
}

/** The column of a relation that is stored without a link table: `createdBy` in `created_by_id`. */
export function referenceColumnName(attribute: string): string {
  return snakeCase(`${attribute}_id`)
}

export function linkTableName(ownerTable: string, attribute: string): string {
  return snakeCase(`${ownerTable}_${attribute}_links`)
}

export interface RelationTableNames {
  readonly table: string
  readonly ownerColumn: string
  readonly targetColumn: string
  /** Position of the targets within one owner; `null` for a relation to one. */
  readonly orderColumn: string | null
  /** Position of the owners within one target; `null` unless the relation is many-to-any and has an inverse. */
  readonly inverseOrderColumn: string | null
}

export interface RelationTableInput {
  readonly ownerTable: string
  readonly ownerSingular: string
  readonly targetSingular: string
  readonly attribute: string
  readonly relation: Exclude<RelationKind, 'morphOne' | 'morphMany'>
  /** The other side has an attribute, too. */
  readonly bidirectional: boolean
}

/**
 * The link table of a relation and its columns, seen from the owner.
 * `articles.tags` (manyToMany with inverse) gives `articles_tags_links(article_id, tag_id, tag_order, article_order)`,
 * a self relation `articles_related_links(article_id, inv_article_id, article_order, inv_article_order)`.
 */
export function relationTableNames(input: RelationTableInput): RelationTableNames {
  const { ownerSingular, targetSingular, relation } = input
  const ownerColumn = snakeCase(`${ownerSingular}_id`)
  const targetColumn = snakeCase(`${targetSingular}_id`)
  const order = snakeCase(`${targetSingular}_order`)
  const inverseOrder = snakeCase(`${ownerSingular}_order`)
  const toMany = relation === 'oneToMany' || relation === 'manyToMany'
  const fromMany = relation === 'manyToOne' || relation === 'manyToMany'
  const sameOrder = relation === 'manyToMany' && order === inverseOrder
  return Object.freeze({
    table: linkTableName(input.ownerTable, input.attribute),
    ownerColumn,
    targetColumn: ownerColumn === targetColumn ? `inv_${targetColumn}` : targetColumn,
    orderColumn: toMany ? order : null,
    inverseOrderColumn: !(input.bidirectional && fromMany) ? null : sameOrder ? `inv_${inverseOrder}` : inverseOrder,
  })
}

export interface MorphTableNames {
  readonly table: string
  readonly ownerColumn: string
  readonly idColumn: string
  readonly typeColumn: string
  readonly fieldColumn: 'field'
  readonly orderColumn: 'order'
}

/** The table of a `morphToMany` attribute: `files.related` gives `files_related_morphs(file_id, related_id, related_type, field, order)`. */
export function morphTableNames(input: {
  readonly table: string
  readonly singularName: string
  readonly attribute: string
}): MorphTableNames {
  const morph = snakeCase(input.attribute)
  return Object.freeze({
    table: snakeCase(`${input.table}_${input.attribute}_morphs`),
    ownerColumn: snakeCase(`${input.singularName}_id`),
    idColumn: `${morph}_id`,
    typeColumn: `${morph}_type`,
    fieldColumn: 'field',
    orderColumn: 'order',
  })
}

/** The columns of a `morphToOne` attribute that names none itself. */
export const MORPH_COLUMNS = Object.freeze({ idColumn: 'target_id', typeColumn: 'target_type' })

/** The table that connects a model with its components and zones. Each model that has any has one. */
export function componentTableName(parentTable: string): string {
  return `${parentTable}_components`
}

/** The columns of every component table, besides `id`. */
export const COMPONENT_COLUMNS = Object.freeze({
  parent: 'entity_id',
  child: 'component_id',
  type: 'component_type',
  field: 'field',
  order: 'order',
})

/** Indexes of a link table. The first two names are also those of its foreign keys. */
export function relationIndexNames(table: string) {
  return Object.freeze({
    owner: `${table}_fk`,
    target: `${table}_inv_fk`,
    /** Unique, over both ids. */
    pair: `${table}_unique`,
    order: `${table}_order_fk`,
    inverseOrder: `${table}_order_inv_fk`,
  })
}

/** Indexes of a morph table. `owner` is also the name of its foreign key. */
export function morphIndexNames(table: string) {
  return Object.freeze({ owner: `${table}_fk`, order: `${table}_order_index`, id: `${table}_id_column_index` })
}

/** Indexes of a model's component table, named after the model's own table. `entity` is also its foreign key. */
export function componentIndexNames(parentTable: string) {
  return Object.freeze({
    field: `${parentTable}_field_index`,
    componentType: `${parentTable}_component_type_index`,
    entity: `${parentTable}_entity_fk`,
    /** Unique, over parent, child, field and type. */
    unique: `${parentTable}_unique`,
  })
}

/** The foreign key of a reference column and its index: `articles_created_by_id_fk`. */
export function referenceIndexName(table: string, column: string): string {
  return `${table}_${column}_fk`
}

/** The unique index over one column: `articles_slug_unique`. */
export function uniqueIndexName(table: string, column: string): string {
  return `${table}_${column}_unique`
}
