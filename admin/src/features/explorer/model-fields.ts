/** What can be ticked of a type or a component. */
import type { AttributeInfo, ComponentInfo, SchemaInfo, TypeInfo } from '../../../../src/admin-api/schema-api.ts'

export type ModelInfo = TypeInfo | ComponentInfo

export interface Part {
  readonly name: string
  /** What it leads to. A zone has several; a relation to any type has none that is known. */
  readonly kind: 'relation' | 'media' | 'component' | 'zone'
  readonly models: readonly ModelInfo[]
  readonly isMany: boolean
}

const NEVER = new Set(['createdBy', 'updatedBy'])

/** Values, in the order of the schema. Private ones and passwords never leave the server. */
export function fieldsOf({ attributes }: ModelInfo): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    isShown(name, attribute) && kindOf(attribute) === undefined ? [name] : [],
  )
}

export function partsOf({ attributes }: ModelInfo, schema: SchemaInfo): readonly Part[] {
  return Object.entries(attributes).flatMap(([name, attribute]): readonly Part[] => {
    const kind = kindOf(attribute)
    if (kind === undefined || !isShown(name, attribute)) return []
    const isMany = attribute.multiple === true || attribute.repeatable === true || kind === 'zone'
    return [{ name, kind, isMany, models: modelsOf(attribute, schema) }]
  })
}

const KINDS: Partial<Record<AttributeInfo['type'], Part['kind']>> = {
  relation: 'relation',
  media: 'media',
  component: 'component',
  dynamiczone: 'zone',
}

function kindOf({ type }: AttributeInfo): Part['kind'] | undefined {
  return KINDS[type]
}

function isShown(name: string, attribute: AttributeInfo): boolean {
  return !attribute.private && attribute.type !== 'password' && !NEVER.has(name)
}

function modelsOf({ target, component, components = [] }: AttributeInfo, schema: SchemaInfo): readonly ModelInfo[] {
  const uids = [target, component, ...components].filter(uid => uid !== undefined)
  return [...schema.types, ...schema.components].filter(({ uid }) => uids.includes(uid))
}
