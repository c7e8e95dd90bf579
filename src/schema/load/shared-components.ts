/** The components that each translation has a copy of, because their attribute is not localized. */
import type { Attribute, Schema } from '../schema.ts'

const known = new WeakMap<Schema, ReadonlySet<string>>()

/** Whether a component may occur, at any depth, in an attribute that translations share. */
export function isSharedComponent(schema: Schema, uid: string): boolean {
  const found = known.get(schema) ?? sharedComponents(schema)
  known.set(schema, found)
  return found.has(uid)
}

function sharedComponents(schema: Schema): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (uid: string): void => {
    const model = schema.components.get(uid)
    if (found.has(uid) || model === undefined) return
    found.add(uid)
    for (const attribute of model.attributes.values()) for (const inner of componentsIn(attribute)) add(inner)
  }
  const attributes = [...schema.types.values()].flatMap(type => [...type.attributes.values()])
  for (const attribute of attributes) if (!attribute.localized) for (const uid of componentsIn(attribute)) add(uid)
  return found
}

function componentsIn(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.target]
  return attribute.kind === 'zone' ? attribute.components : []
}
