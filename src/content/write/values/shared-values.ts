/** The values that all translations of an entry have in common, in the form of a body. */
import { ATTRIBUTE_TYPES } from '../../../schema/attributes/registry.ts'
import type { ContentType, ScalarAttribute } from '../../../schema/schema.ts'
import { selectScalars } from '../../../sql/compile-write.ts'
import type { Values } from '../write-order.ts'
import type { WriteScope } from '../write-scope.ts'

export async function sharedValues(scope: WriteScope, type: ContentType, id: number): Promise<Values> {
  const shared = [...type.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' && !attribute.localized && attribute.type !== 'uid' && attribute.type !== 'password',
  )
  if (shared.length === 0 || type.table === null) return {}
  const [row = []] = await scope.ask(selectScalars(type.table, shared, id, scope.dialect))
  const { rows } = scope.dialect
  const shown = ({ type: kind }: ScalarAttribute, value: unknown): unknown =>
    JSON.parse(rows.toJson(ATTRIBUTE_TYPES[kind].output, value))
  return Object.fromEntries(shared.map((attribute, index) => [attribute.name, shown(attribute, row[index])]))
}
