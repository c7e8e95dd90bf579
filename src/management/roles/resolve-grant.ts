/** Resolves the names that a user typed to a role, type, actions and fields. */
import { StartError } from '../../errors.ts'
import { PLUGIN_PART_NAMES, pluginPart, writableNames } from '../../identity/access/action-owners.ts'
import { contentActions } from '../../identity/access/content-actions.ts'
import type { TypeLists } from '../../identity/access/field-lists.ts'
import { type Role, roleNamed } from '../../identity/access/role-rights.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { noSuchName } from '../../util/no-such-name.ts'

/** An absent list limits nothing: all fields, or all readable fields. */
export interface GrantInput extends TypeLists {
  /** A role by type or name: `public`. */
  readonly role: string
  /**
   * A content type by uid, singular or plural name: `api::article.article`, `article`, `articles`; or a part of a plugin:
   * `plugin::upload.content-api`, `upload`.
   */
  readonly type: string
  /** Such as `find`; the actions that read if absent. */
  readonly actions?: readonly string[] | undefined
}

/** What rights are about. */
export interface GrantTarget {
  readonly uid: string
  /** `undefined` for a part of a plugin that has no entries of its own. */
  readonly type: ContentType | undefined
  readonly actions: readonly string[]
}

export interface ResolvedGrant extends TypeLists {
  readonly role: Role
  readonly target: GrantTarget
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
  const target = findTarget(schema, input.type)
  const type = target?.type
  const [fields, filterFields, sortFields] = [input.fields, input.filterFields, input.sortFields].map(distinctNames)
  const writeFields = distinctNames(input.writeFields)
  const known = target?.actions ?? contentActions(undefined)
  const reading = type?.single === true ? ['find'] : ['find', 'findOne'].filter(action => known.includes(action))
  const actions = input.actions ?? (otherwise === 'all' ? known : reading)
  const roleTypes = roles.map(({ type }) => type)
  const problems = [
    ...(role === undefined ? [noSuchName('role', input.role, roleTypes, LISTED)] : []),
    ...(target === undefined ? [noSuchName('content type', input.type, typeNames(schema), LISTED)] : []),
    ...(actions.length === 0 ? [`say which actions: ${known.join(', ')}`] : []),
    ...unknownNames('action', actions, known),
    ...(target === undefined ? [] : unknownFields(target, { fields, filterFields, sortFields, writeFields })),
  ]
  if (role === undefined || target === undefined || problems.length > 0)
    throw new StartError('Nothing was changed', problems)
  return Object.freeze({ role, target, actions: [...new Set(actions)], fields, filterFields, sortFields, writeFields })
}

/** How many names to list if none is near. */
const LISTED = 10

function unknownFields({ uid, type }: GrantTarget, lists: TypeLists): string[] {
  const { fields, filterFields, sortFields, writeFields } = lists
  const used = new Set([fields, filterFields, sortFields].flatMap(names => names ?? []))
  if (type === undefined) return used.size > 0 || writeFields !== undefined ? [`${uid} has no fields`] : []
  return [
    ...unknownNames(`${type.singularName} field`, [...used], [...type.attributes.keys()]),
    ...unknownNames(`${type.singularName} field to write`, writeFields ?? [], writableNames(type)),
  ]
}

/** Each name once. The `id` is always granted. */
function distinctNames(names: readonly string[] | undefined): readonly string[] | undefined {
  return names && [...new Set(names)].filter(name => name !== 'id')
}

/** A type of the project wins over a built-in type of the same name, and end users win over administrators. */
function findType(schema: Schema, name: string): ContentType | undefined {
  const named = [...schema.types.values()].filter(type => type.singularName === name || type.pluralName === name)
  const open = named.filter(({ uid }) => !uid.startsWith('admin::'))
  return schema.types.get(name) ?? open.find(type => type.userDefined) ?? open[0] ?? named[0]
}

function findTarget(schema: Schema, name: string): GrantTarget | undefined {
  const type = findType(schema, name)
  const part = pluginPart(type?.userDefined === false ? type.uid : name)
  if (type !== undefined && (type.userDefined || part === undefined))
    return { uid: type.uid, type, actions: contentActions(type) }
  return part === undefined ? undefined : { ...part, type: schema.types.get(part.uid) }
}

function typeNames(schema: Schema): string[] {
  const types = [...schema.types.values()].flatMap(type => [type.singularName, type.pluralName, type.uid])
  return [...types, ...PLUGIN_PART_NAMES]
}

function unknownNames(what: string, names: readonly string[], known: readonly string[]): string[] {
  return names.filter(name => !known.includes(name)).map(name => noSuchName(what, name, known, LISTED))
}
