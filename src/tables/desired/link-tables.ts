/** The tables that connect rows: relations (`_links`), components and zones (`_components`), `morphToMany` (`_morphs`). */
import { type Model, modelOf, type RelationAttribute, type Schema } from '../../schema/schema.ts'
import {
  COMPONENT_COLUMNS,
  componentIndexNames,
  componentTableName,
  morphIndexNames,
  morphTableNames,
  type RelationTableNames,
  relationIndexNames,
  relationTableNames,
} from '../../schema/table-names.ts'
import {
  type ColumnDefinition,
  type ForeignKeyDefinition,
  ID_COLUMN,
  type IndexDefinition,
  ownIndex,
  strapiIndex,
  type TableDefinition,
} from './table-definition.ts'

/** All tables that a model needs besides its own. */
export function linkTables(schema: Schema, model: Model): TableDefinition[] {
  const attributes = [...model.attributes.values()]
  const hasComponents = attributes.some(({ kind }) => kind === 'component' || kind === 'zone')
  return [
    ...(hasComponents ? [componentTable(model)] : []),
    ...attributes.flatMap(attribute => {
      if (attribute.kind === 'morph' && attribute.many) return [morphTable(model, attribute.name)]
      if (attribute.kind !== 'relation') return []
      const names = ownedRelationTable(schema, model, attribute)
      return names === null ? [] : [relationTable(names, model.tableName, modelOf(schema, attribute.target).tableName)]
    }),
  ]
}

/**
 * The link table that Strapi creates for an attribute, used or not. If both sides set `inversedBy`, each has a table and
 * only one of them is ever filled. `null` for attributes without their own table.
 */
export function ownedRelationTable(
  schema: Schema,
  model: Model,
  attribute: RelationAttribute,
): RelationTableNames | null {
  const { relation, mappedBy, link } = attribute
  if (relation === 'morphOne' || relation === 'morphMany') return null
  if (mappedBy !== null || link?.kind === 'parent-column' || link?.kind === 'child-column') return null
  return relationTableNames({
    ownerTable: model.tableName,
    ownerSingular: model.singularName,
    targetSingular: modelOf(schema, attribute.target).singularName,
    attribute: attribute.name,
    relation,
    bidirectional: attribute.inversedBy !== null,
  })
}

function relationTable(names: RelationTableNames, ownerTable: string, targetTable: string): TableDefinition {
  const { table, ownerColumn, targetColumn, orderColumn, inverseOrderColumn } = names
  const index = relationIndexNames(table)
  const orders = [orderColumn, inverseOrderColumn].filter(column => column !== null)
  return {
    name: table,
    columns: [ID_COLUMN, reference(ownerColumn), reference(targetColumn), ...orders.map(order)],
    indexes: [
      strapiIndex(index.owner, [ownerColumn]),
      strapiIndex(index.target, [targetColumn]),
      strapiIndex(index.pair, [ownerColumn, targetColumn], true),
      ...orderIndexes(names),
    ],
    foreignKeys: [cascade(index.owner, ownerColumn, ownerTable), cascade(index.target, targetColumn, targetTable)],
  }
}

function orderIndexes(names: RelationTableNames): IndexDefinition[] {
  const { table, ownerColumn, targetColumn, orderColumn, inverseOrderColumn } = names
  const index = relationIndexNames(table)
  const indexes: IndexDefinition[] = []
  if (orderColumn !== null) {
    indexes.push(strapiIndex(index.order, [orderColumn]))
    indexes.push(ownIndex(table, 'children', [ownerColumn, orderColumn, ID_COLUMN.name, targetColumn]))
  }
  if (inverseOrderColumn !== null) {
    indexes.push(strapiIndex(index.inverseOrder, [inverseOrderColumn]))
    indexes.push(ownIndex(table, 'parents', [targetColumn, inverseOrderColumn, ID_COLUMN.name, ownerColumn]))
  }
  return indexes
}

function componentTable(model: Model): TableDefinition {
  const { parent, child, type, field, order: position } = COMPONENT_COLUMNS
  const name = componentTableName(model.tableName)
  const index = componentIndexNames(model.tableName)
  return {
    name,
    columns: [
      ID_COLUMN,
      reference(parent),
      reference(child),
      { name: type, kind: 'varchar' },
      { name: field, kind: 'varchar' },
      order(position),
    ],
    indexes: [
      strapiIndex(index.field, [field]),
      strapiIndex(index.componentType, [type]),
      strapiIndex(index.entity, [parent]),
      strapiIndex(index.unique, [parent, child, field, type], true),
      ownIndex(name, 'children', [parent, field, position, type, child]),
      ownIndex(name, 'parents', [child, type, field]),
    ],
    foreignKeys: [cascade(index.entity, parent, model.tableName)],
  }
}

function morphTable(model: Model, attribute: string): TableDefinition {
  const names = morphTableNames({ table: model.tableName, singularName: model.singularName, attribute })
  const { table, ownerColumn, idColumn, typeColumn, fieldColumn, orderColumn } = names
  const index = morphIndexNames(table)
  return {
    name: table,
    columns: [
      ID_COLUMN,
      reference(ownerColumn),
      reference(idColumn),
      { name: typeColumn, kind: 'varchar' },
      { name: fieldColumn, kind: 'varchar' },
      order(orderColumn),
    ],
    indexes: [
      strapiIndex(index.owner, [ownerColumn]),
      strapiIndex(index.order, [orderColumn]),
      strapiIndex(index.id, [idColumn]),
      ownIndex(table, 'parents', [idColumn, typeColumn, fieldColumn]),
    ],
    foreignKeys: [cascade(index.owner, ownerColumn, model.tableName)],
  }
}

const reference = (name: string): ColumnDefinition => ({ name, kind: 'reference' })
const order = (name: string): ColumnDefinition => ({ name, kind: 'double' })

function cascade(name: string, column: string, table: string): ForeignKeyDefinition {
  return { name, column, table, onDelete: 'cascade' }
}
