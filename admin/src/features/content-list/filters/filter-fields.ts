/** What can be filtered: the attributes of a type, through relations and components as far as they lead. */
import type { AttributeInfo, AttributeTypeName, SchemaInfo } from '../../../../../src/admin-api/schema-api.ts'

export type Attributes = Readonly<Record<string, AttributeInfo>>

/** `leads`: the attributes behind a relation, a component or a file; its own `id` is one of them. */
export interface FilterField {
  readonly name: string
  readonly type: AttributeTypeName | 'id'
  readonly attribute?: AttributeInfo
  readonly leads?: Attributes
}

const FILES = 'plugin::upload.file'
/** The API does not filter by these. */
const CLOSED: readonly AttributeTypeName[] = ['password', 'dynamiczone']

/** `id` first, then the attributes in the order of the schema. */
export function filterFields(attributes: Attributes, schema: SchemaInfo): readonly FilterField[] {
  const fields = Object.entries(attributes).flatMap(([name, attribute]): readonly FilterField[] => {
    const { type } = attribute
    if (CLOSED.includes(type)) return []
    if (!isLeading(type)) return [{ name, type, attribute }]
    const leads = attributesBehind(attribute, schema)
    return leads === undefined ? [] : [{ name, type, attribute, leads }]
  })
  return [{ name: 'id', type: 'id' }, ...fields]
}

/** The fields along a path: `['author', 'name']` gives the relation and the text. Stops at what does not exist. */
export function fieldsAlong(
  path: readonly string[],
  attributes: Attributes,
  schema: SchemaInfo,
): readonly FilterField[] {
  const [name, ...rest] = path
  const field = filterFields(attributes, schema).find(other => other.name === name)
  if (field === undefined) return []
  return field.leads === undefined ? [field] : [field, ...fieldsAlong(rest, field.leads, schema)]
}

function isLeading(type: AttributeTypeName): boolean {
  return type === 'relation' || type === 'media' || type === 'component'
}

function attributesBehind({ type, target, component }: AttributeInfo, schema: SchemaInfo): Attributes | undefined {
  if (type === 'component') return schema.components.find(({ uid }) => uid === component)?.attributes
  const uid = type === 'media' ? FILES : target
  return schema.types.find(other => other.uid === uid)?.attributes
}
