/** The tables and columns that no statement for the public may name, found in the schema. */
import { type Attribute, FILE_UID, type Schema } from '../../src/schema/schema.ts'
import { isVisibleTo, type QueryModel } from './query-generator.ts'

/** Quoted, as they stand in a statement. Names that something visible has too are left out. */
export function forbiddenNames(model: QueryModel): readonly string[] {
  const { schema } = model
  const hidden = new Set<string>()
  const shown = new Set<string>()
  for (const type of schema.types.values()) {
    const isReadable = model.readable.has(type.uid) || type.uid === FILE_UID
    const names = isReadable ? shown : hidden
    names.add(type.tableName)
  }
  for (const owner of models(schema)) {
    const isReadable = owner.kind === 'component' || model.readable.has(owner.uid) || owner.uid === FILE_UID
    if (owner.kind === 'component') shown.add(owner.tableName)
    for (const attribute of owner.attributes.values()) {
      const names = isReadable && isVisibleTo(model, attribute) ? shown : hidden
      for (const name of storageOf(attribute)) names.add(name)
    }
  }
  return [...hidden].filter(name => !shown.has(name) && !OWN_BUSINESS.includes(name)).map(name => `"${name}"`)
}

/** Tables and columns that the server reads for itself: who may do what, and which locales there are. */
const OWN_BUSINESS = [
  'i18n_locale',
  'code',
  'up_permissions',
  'up_permissions_role_links',
  'up_roles',
  'type',
  'action',
  'name',
  'description',
]

function models(schema: Schema) {
  return [...schema.types.values(), ...schema.components.values()]
}

function storageOf(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'scalar') return attribute.column === null ? [] : [attribute.column]
  const { link } = attribute
  if (link === null) return []
  switch (link.kind) {
    case 'table':
      return [link.table]
    case 'columns':
      return [link.idColumn, link.typeColumn]
    case 'parent-column':
    case 'child-column':
      return [link.column]
    default:
      return link satisfies never
  }
}
