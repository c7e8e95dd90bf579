/** The table of a content type or component: `id`, then a column for each attribute stored in the row itself. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { INDEXABLE } from '../../schema/column-kind.ts'
import { isSharedComponent } from '../../schema/load/shared-components.ts'
import { type Attribute, type Model, modelOf, type ScalarAttribute, type Schema } from '../../schema/schema.ts'
import { referenceIndexName, uniqueIndexName } from '../../schema/table-names.ts'
import { listIndexes } from './list-indexes.ts'
import {
  type ColumnDefinition,
  type ForeignKeyDefinition,
  ID_COLUMN,
  type IndexDefinition,
  OWN_PREFIX,
  strapiIndex,
  type TableDefinition,
} from './table-definition.ts'

export function modelTable(schema: Schema, model: Model): TableDefinition {
  const attributes = [...model.attributes.values()]
  const columns = new Map<string, ColumnDefinition>([[ID_COLUMN.name, ID_COLUMN]])
  for (const column of attributes.flatMap(columnsOf)) if (!columns.has(column.name)) columns.set(column.name, column)
  return {
    name: model.tableName,
    columns: [...columns.values()],
    indexes: [
      ...listIndexes(model),
      ...declaredIndexes(model),
      ...attributes.flatMap(attribute => indexesOf(schema, model, attribute)),
    ],
    foreignKeys: attributes.flatMap(attribute => foreignKeysOf(schema, model, attribute)),
  }
}

function columnsOf(attribute: Attribute): ColumnDefinition[] {
  if (attribute.kind === 'scalar') {
    return attribute.column === null ? [] : [{ name: attribute.column, kind: ATTRIBUTE_TYPES[attribute.type].column }]
  }
  if (attribute.kind === 'relation' && attribute.link?.kind === 'parent-column') {
    return [{ name: attribute.link.column, kind: 'reference' }]
  }
  if (attribute.kind === 'morph' && attribute.link?.kind === 'columns') {
    const { idColumn, typeColumn } = attribute.link
    return [
      { name: idColumn, kind: 'reference' },
      { name: typeColumn, kind: 'varchar' },
    ]
  }
  return []
}

/** `indexes` in the schema file. Strapi uses them as written. */
function declaredIndexes(model: Model): IndexDefinition[] {
  const { indexes } = model.source
  if (!Array.isArray(indexes)) return []
  return (indexes as unknown[]).flatMap(index => {
    const { name, columns, type } = index as { name?: unknown; columns?: unknown; type?: unknown }
    if (typeof name !== 'string' || !Array.isArray(columns)) return []
    return [strapiIndex(name, columns.map(String), type === 'unique')]
  })
}

function indexesOf(schema: Schema, model: Model, attribute: Attribute): IndexDefinition[] {
  const table = model.tableName
  if (attribute.kind === 'relation' && attribute.link?.kind === 'parent-column') {
    const { column } = attribute.link
    return [strapiIndex(referenceIndexName(table, column), [column])]
  }
  return attribute.kind === 'scalar' ? uniqueIndexesOf(schema, model, attribute) : []
}

/**
 * A uid is unique in Strapi's tables; `unique: true` is unique only in ours. Translations share the values that are not
 * localized, so those are unique per locale. An index cannot tell apart components that translations share, nor a value that was
 * given from a default, which many entries may have in Strapi.
 */
function uniqueIndexesOf(schema: Schema, model: Model, attribute: ScalarAttribute): IndexDefinition[] {
  const { type, column, unique } = attribute
  const table = model.tableName
  if (column === null) return []
  const name = uniqueIndexName(table, column)
  if (type === 'uid') return [strapiIndex(name, [column], true)]
  const isIndexed = type !== 'boolean' && INDEXABLE.has(ATTRIBUTE_TYPES[type].column)
  if (!unique || hasDefault(attribute) || !isIndexed) return []
  if (model.kind === 'component' && isSharedComponent(schema, model.uid)) return []
  const locale = model.attributes.get('locale')
  const more = !attribute.localized && locale?.kind === 'scalar' && locale.column !== null ? [locale.column] : []
  const suffix = more.length === 0 ? '' : '_by_locale'
  return [{ name: `${OWN_PREFIX}${name}${suffix}`, columns: [column, ...more], unique: true, origin: 'unique' }]
}

function hasDefault({ definition }: ScalarAttribute): boolean {
  return definition.default !== undefined && definition.default !== null
}

function foreignKeysOf(schema: Schema, model: Model, attribute: Attribute): ForeignKeyDefinition[] {
  if (attribute.kind !== 'relation' || attribute.link?.kind !== 'parent-column') return []
  const { column } = attribute.link
  const { tableName: table } = modelOf(schema, attribute.target)
  return [{ name: referenceIndexName(model.tableName, column), column, table, onDelete: 'set null' }]
}
