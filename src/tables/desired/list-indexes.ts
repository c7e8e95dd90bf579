/** The indexes that lists are read by. Each has everything that decides about a list, so that no row is read before it is shown. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { CONTAINS, INDEXABLE } from '../../schema/column-kind.ts'
import { mainField } from '../../schema/main-field.ts'
import type { Attribute, ContentType, Model, ScalarAttribute } from '../../schema/schema.ts'
import { BY, ID_COLUMN, type IndexDefinition, ownIndex } from './table-definition.ts'

/** By id, by the time of publication, and by each attribute that lists are sorted or filtered by. */
export function listIndexes(model: Model): IndexDefinition[] {
  if (model.kind === 'component')
    return sortedAttributes(model).map(column => by(model, [column, ID_COLUMN.name], column))
  if (model.single) return []
  const locale = model.localized ? columnOf(model, 'locale') : []
  const published = model.draftAndPublish ? columnOf(model, 'publishedAt') : []
  const plain =
    locale.length + published.length === 0
      ? []
      : [ownIndex(model.tableName, 'list', [...locale, ID_COLUMN.name, ...published])]
  return [
    ...plain,
    ...published.map(column => by(model, [...locale, column, ID_COLUMN.name], column)),
    ...sortedAttributes(model).map(column => by(model, [...locale, column, ID_COLUMN.name, ...published], column)),
  ]
}

/** The index for lists in the order of an attribute, whether it is wanted or not; `null` if there can be none. */
export function listIndexBy(
  model: ContentType,
  name: string,
): { readonly column: string; readonly definition: IndexDefinition } | null {
  const attribute = model.attributes.get(name)
  if (attribute === undefined || !isIndexable(attribute) || attribute.column === null) return null
  const wanted: ScalarAttribute = { ...attribute, definition: { ...attribute.definition, index: true } }
  const attributes = new Map([...model.attributes, [name, wanted] as const])
  const named = `${BY}${attribute.column}`
  const definition = listIndexes({ ...model, attributes }).find(index => index.name.endsWith(`_${named}`))
  return definition === undefined ? null : { column: attribute.column, definition }
}

function by(model: Model, columns: readonly string[], column: string): IndexDefinition {
  return ownIndex(model.tableName, `${BY}${column}`, columns)
}

/** The columns of attributes with `"index": true`, and of the one that the panel sorts by. */
function sortedAttributes(model: Model): readonly string[] {
  const main = model.kind === 'type' && model.userDefined ? mainField(model) : null
  return [...model.attributes.values()].flatMap(attribute => {
    if (!isIndexable(attribute) || attribute.column === null) return []
    return attribute.name === main || hasIndex(attribute) ? [attribute.column] : []
  })
}

function hasIndex({ definition: { index } }: ScalarAttribute): boolean {
  return index === true || index === CONTAINS
}

function isIndexable(attribute: Attribute): attribute is ScalarAttribute {
  return attribute.kind === 'scalar' && INDEXABLE.has(ATTRIBUTE_TYPES[attribute.type].column)
}

function columnOf({ attributes }: Model, name: string): readonly string[] {
  const attribute = attributes.get(name)
  return attribute?.kind === 'scalar' && attribute.column !== null ? [attribute.column] : []
}
