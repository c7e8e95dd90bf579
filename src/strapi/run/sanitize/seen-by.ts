/** For whom something is sanitized, and what happens to the parts that do not exist for them. */
import type { Access, FieldUse } from '../../../plan/access.ts'
import { mayReach } from '../../../plan/access.ts'
import { isVisible } from '../../../plan/visibility.ts'
import { type Attribute, FILE_UID, type Model, modelOf, type Schema } from '../../../schema/schema.ts'
import { ValidationError } from '../errors/strapi-errors.ts'

export interface SeenBy {
  readonly schema: Schema
  readonly access: Access
  /** Called for every name that does not exist for the caller. Sanitizing removes it, validating throws. */
  readonly refuse: (name: string) => void
}

/** If nobody is named: the rights on types do not matter, private attributes stay private. */
export const ANYBODY: Access = Object.freeze({
  fingerprint: 'anybody',
  everything: true,
  actions: new Set<string>(),
  fields: new Map(),
})

export const NOBODY: Access = Object.freeze({ ...ANYBODY, fingerprint: 'nobody', everything: false })

export function throwInvalid(name: string): never {
  throw new ValidationError(`Invalid parameter ${name}`)
}

/** The attribute, if it exists for the caller. */
export function seenAttribute(model: Model, name: string, { access }: SeenBy, use?: FieldUse): Attribute | undefined {
  const attribute = model.attributes.get(name)
  return attribute !== undefined && isVisible(model, attribute, { access }, use) ? attribute : undefined
}

/** The model that an attribute leads to; `undefined` for scalars, and where each item says for itself. */
export function targetOf({ schema }: Pick<SeenBy, 'schema'>, attribute: Attribute): Model | undefined {
  if (attribute.kind === 'media') return schema.types.get(FILE_UID)
  return 'target' in attribute ? modelOf(schema, attribute.target) : undefined
}

/** The model that an item of a zone or of a morph relation names, if the caller may see it. */
export function namedModel({ schema, access }: SeenBy, item: Readonly<Record<string, unknown>>): Model | undefined {
  const { __component, __type } = item
  if (typeof __component === 'string') return schema.components.get(__component)
  if (typeof __type !== 'string') return undefined
  return mayReach(access, __type) ? schema.types.get(__type) : undefined
}
