/** Resolves the names that a user typed to a role, type, actions and fields. */
import { StartError } from '../../errors.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { writableNames } from './action-owners.ts'
import { contentActions } from './content-actions.ts'
import type { TypeLists } from './field-lists.ts'
import { type Role, roleNamed } from './role-rights.ts'

/** An absent list limits nothing: all fields, or all readable fields. */
export interface GrantInput extends TypeLists {
  /** A role by type or name: `public`. */
  readonly role: string
  /** A content type by uid, singular or plural name: `api::article.article`, `article`, `articles`. */
  readonly type: string
  /** Such as `find`; the actions that read if absent. */
  readonly actions?: readonly string[] | undefined
}

export interface ResolvedGrant extends TypeLists {
  readonly role: Role
  readonly type: ContentType
  readonly actions: readonly string[]
}

/**
 * Throws one StartError with every unknown name, each with the nearest known one. `otherwise` decides which actions are
 * meant if none are given.
 */
export function resolveGrant(
  roles: readonly Role[],
  schema: Schema,
  input: GrantInput,
  otherwise: 'reading' | 'all' = 'reading',
): ResolvedGrant {
  const role = roleNamed(roles, input.role)
  const type = findType(schema, input.type)
  const [fields, filterFields, sortFields] = [input.fields, input.filterFields, input.sortFields].map(distinctNames)
  const writeFields = distinctNames(input.writeFields)
  const known = contentActions(type)
  const reading = type?.single === true ? ['find'] : ['find', 'findOne']
  const actions = input.actions ?? (otherwise === 'all' ? known : reading)
  const roleTypes = roles.map(({ type }) => type)
  const problems = [
    ...(role === undefined ? [noSuchName('role', input.role, roleTypes, LISTED)] : []),
    ...(type === undefined ? [noSuchName('content type', input.type, typeNames(schema), LISTED)] : []),
    ...unknownNames('action', actions, known),
    ...(type === undefined ? [] : unknownFields(type, { fields, filterFields, sortFields, writeFields })),
  ]
  if (role === undefined || type === undefined || problems.length > 0)
    throw new StartError('Nothing was changed', problems)
  return Object.freeze({ role, type, actions: [...new Set(actions)], fields, filterFields, sortFields, writeFields })
}

/** How many names to list if none is near. */
const LISTED = 10

function unknownFields(type: ContentType, { fields, filterFields, sortFields, writeFields }: TypeLists): string[] {
  const used = new Set([fields, filterFields, sortFields].flatMap(names => names ?? []))
  return [
    ...unknownNames(`${type.singularName} field`, [...used], [...type.attributes.keys()]),
    ...unknownNames(`${type.singularName} field to write`, writeFields ?? [], writableNames(type)),
  ]
}

/** Each name once. The `id` is always granted. */
function distinctNames(names: readonly string[] | undefined): readonly string[] | undefined {
  return names && [...new Set(names)].filter(name => name !== 'id')
}

/** A type of the project wins over a built-in type of the same name. */
function findType(schema: Schema, name: string): ContentType | undefined {
  const named = [...schema.types.values()].filter(type => type.singularName === name || type.pluralName === name)
  return schema.types.get(name) ?? named.find(type => type.userDefined) ?? named[0]
}

function typeNames(schema: Schema): string[] {
  return [...schema.types.values()].flatMap(type => [type.singularName, type.pluralName, type.uid])
}

function unknownNames(what: string, names: readonly string[], known: readonly string[]): string[] {
  return names.filter(name => !known.includes(name)).map(name => noSuchName(what, name, known, LISTED))
}
