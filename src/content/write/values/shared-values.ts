/** The values that all translations of an entry have in common, in the form of a body. */
import { ATTRIBUTE_TYPES } from '../../../schema/attributes/registry.ts'
import type { ContentType, Model, ScalarAttribute } from '../../../schema/schema.ts'
import { selectScalars } from '../../../sql/compile-write.ts'
import type { Values } from '../write-order.ts'
import type { WriteScope } from '../write-scope.ts'

export async function sharedValues(scope: WriteScope, type: ContentType, id: number): Promise<Values> {
  const shared = [...type.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' && !attribute.localized && attribute.type !== 'uid' && attribute.type !== 'password',
  )
  return scalarValues(scope, type, shared, id)
}

/** What the row has in some attributes, in the form of a body. */
export async function scalarValues(
  scope: WriteScope,
  { table }: Model,
  attributes: readonly ScalarAttribute[],
  id: number,
): Promise<Values> {
  if (attributes.length === 0 || table === null) return {}
  const [row = []] = await scope.ask(selectScalars(table, attributes, id, scope.dialect))
  const { rows } = scope.dialect
  const shown = ({ type }: ScalarAttribute, value: unknown): unknown =>
    JSON.parse(rows.toJson(ATTRIBUTE_TYPES[type].output, value))
  return Object.fromEntries(attributes.map((attribute, index) => [attribute.name, shown(attribute, row[index])]))
}
