/** `$user.team.id`: a value of the user who is asking, as rules of rows name it. */
import { type Attribute, type ContentType, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { noSuchName } from '../../util/no-such-name.ts'

export interface UserPath {
  /** `team.id` */
  readonly text: string
  /** The names of attributes, and perhaps `id` at the end. */
  readonly names: readonly string[]
  /** `list`: a JSON value, which may be a list. `related`: it follows a relation to many, perhaps to none. */
  readonly kind: 'one' | 'list' | 'related'
}

/** How many relations a path may follow. */
const MOST_HOPS = 3

/** The path, or what is wrong with it. */
export function readUserPath(text: string, user: ContentType, schema: Schema): UserPath | string {
  const given = text.split('.')
  const names: string[] = []
  let many = false
  let model: Model = user
  for (const [index, name] of given.entries()) {
    const isLast = index === given.length - 1
    names.push(name)
    if (isLast && name === 'id') return { text, names, kind: many ? 'related' : 'one' }
    const attribute = model.attributes.get(name)
    if (attribute === undefined) return noSuchName(`attribute of ${model.uid}`, name, [...model.attributes.keys()])
    if (attribute.kind === 'scalar') {
      if (!isLast) return `${name} has no attributes`
      if (isSecret(attribute)) return `${name} is a secret`
      return { text, names, kind: many ? 'related' : isList(attribute) ? 'list' : 'one' }
    }
    if (!('target' in attribute)) return `${name} may have rows of any type`
    if (names.length > MOST_HOPS) return `it follows more than ${MOST_HOPS} relations`
    many ||= attribute.many
    model = modelOf(schema, attribute.target)
    if (model.uid.startsWith('admin::')) return `${name} leads to administrators`
  }
  return { text, names: [...names, 'id'], kind: many ? 'related' : 'one' }
}

function isSecret(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && (attribute.type === 'password' || SECRETS.includes(attribute.name))
}

const SECRETS: readonly string[] = ['resetPasswordToken', 'confirmationToken']

function isList(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && (attribute.type === 'json' || attribute.type === 'array')
}

/** A query that reads nothing but these values. */
export type ValuesQuery = {
  readonly fields: readonly string[]
  readonly populate?: { readonly [name: string]: ValuesQuery }
}

export function queryFor(paths: readonly (readonly string[])[]): ValuesQuery {
  const fields = paths.filter(({ length }) => length === 1).map(([name]) => name!)
  const below = new Map<string, (readonly string[])[]>()
  for (const [name, ...rest] of paths) if (rest.length > 0) below.set(name!, [...(below.get(name!) ?? []), rest])
  const populate = Object.fromEntries([...below].map(([name, rest]) => [name, queryFor(rest)]))
  return { fields: [...new Set(['id', ...fields])], ...(below.size === 0 ? {} : { populate }) }
}

/** The values at a path, as text; `null` if the user has no value there. */
export function valuesAt(user: unknown, { names, kind }: UserPath): readonly string[] | null {
  const found = names.reduce<readonly unknown[]>(
    (values, name) => values.flatMap(value => memberOf(value, name)),
    [user],
  )
  const texts = found.flatMap(value => (Array.isArray(value) ? value : [value])).filter(isPlain)
  const isKnown = texts.length > 0 || kind === 'related' || (kind === 'list' && found.some(Array.isArray))
  return isKnown ? texts.map(String) : null
}

function memberOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(item => memberOf(item, name))
  return typeof value === 'object' && value !== null ? [(value as Record<string, unknown>)[name] ?? null] : []
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
