/** `populus components add`: the text of a command -> a new component. */
import { StartError } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import { typeNames } from './add-type.ts'
import type { ModelChange } from './model-change.ts'
import { parseAttribute } from './parse-attribute.ts'

/** `uid`: `shared.seo`; attributes as for a content type. */
export function addComponent(schema: Schema, uid: string, given: readonly string[]): ModelChange {
  const [category = '', name, ...rest] = uid.split('.')
  if (name === undefined || rest.length > 0)
    throw new StartError(`${uid} cannot be the name of a component`, ['write its category and its name: shared.seo'])
  const attributes = given.map(text => parseAttribute(text, { uid: undefined, types: typeNames(schema) }))
  return { action: 'create', model: { kind: 'component', category, name, attributes } }
}
