/** For whom something is sanitized, and what happens to the parts that do not exist for them. */
import type { Caller } from '../../../identity/access/authenticate.ts'
import { EVERYTHING } from '../../../identity/access/make-access.ts'
import { type Access, mayReach } from '../../../plan/access.ts'
import { type Attribute, FILE_UID, type Model, modelOf, type Schema } from '../../../schema/schema.ts'
import { ValidationError } from '../errors/strapi-errors.ts'

export interface SeenBy {
  readonly schema: Schema
  readonly access: Access
  /** Called for every name that does not exist for the caller. Sanitizing removes it, validating throws. */
  readonly refuse: (name: string) => void
}

/** If nobody is named: the rights on types do not matter, private attributes stay private. */
export const ANYBODY: Caller = Object.freeze({ ...EVERYTHING, userId: null })

export const NOBODY: Access = Object.freeze({ ...EVERYTHING, fingerprint: 'nobody', everything: false })

export function throwInvalid(name: string): never {
  throw new ValidationError(`Invalid parameter ${name}`)
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
