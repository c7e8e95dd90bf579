/** The columns whose parts of text are indexed: those of attributes with `"index": "contains"`. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { CONTAINS, CONTAINS_COLUMNS } from '../../schema/column-kind.ts'
import type { Attribute, Model, ScalarAttribute, Schema } from '../../schema/schema.ts'

export interface WantedParts {
  readonly table: string
  readonly column: string
}

/** In the order of the schema. */
export function wantedParts({ types, components }: Schema): readonly WantedParts[] {
  return [...types.values(), ...components.values()].flatMap(({ table, attributes }) =>
    table === null
      ? []
      : [...attributes.values()].flatMap(each => (isWanted(each) ? [{ table, column: each.column }] : [])),
  )
}

/** The schema, whose attributes know the indexes that there are. */
export function withParts(schema: Schema, indexOf: (parts: WantedParts) => string): Schema {
  const known = <M extends Model>(model: M): M => {
    const attributes = [...model.attributes].map(([name, attribute]): [string, Attribute] => {
      const index =
        isWanted(attribute) && model.table !== null
          ? indexOf({ table: model.table, column: attribute.column })
          : undefined
      return [name, index === undefined ? attribute : Object.freeze({ ...attribute, partsIndex: index } as Attribute)]
    })
    return Object.freeze<M>({ ...model, attributes: new Map(attributes) })
  }
  return Object.freeze({
    ...schema,
    types: new Map([...schema.types].map(([uid, type]) => [uid, known(type)])),
    components: new Map([...schema.components].map(([uid, component]) => [uid, known(component)])),
  })
}

function isWanted(attribute: Attribute): attribute is ScalarAttribute & { readonly column: string } {
  return (
    attribute.kind === 'scalar' &&
    attribute.column !== null &&
    attribute.definition.index === CONTAINS &&
    CONTAINS_COLUMNS.has(ATTRIBUTE_TYPES[attribute.type].column)
  )
}
