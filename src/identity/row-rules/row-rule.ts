/** A rule of rows, as its file describes it. */
import { z } from 'zod'
import type { RowUse } from '../../plan/access.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { noSuchName } from '../../util/no-such-name.ts'

export interface RowRule {
  /** Relative to the project: `rules/own-notes.json`. */
  readonly file: string
  /** The types of the roles that it is for, such as `public`. */
  readonly roles: readonly string[]
  /** Whether it is for API tokens, except those with full access. */
  readonly tokens: boolean
  readonly type: ContentType
  readonly operations: readonly RowUse[]
  /** In the language of `filters`. */
  readonly where: object
  /** Values that a new entry gets, whatever its body says: `{ owner: '$user.id' }`. */
  readonly set: Readonly<Record<string, SetValue>>
}

export type SetValue = string | number | boolean

const OPERATIONS = ['read', 'create', 'update', 'delete'] as const

const form = z.strictObject({
  description: z.string({ error: 'expected a string' }).optional(),
  roles: z.array(z.string({ error: 'expected the type of a role' }), { error: 'expected a list of roles' }).default([]),
  tokens: z.boolean({ error: 'expected true or false' }).default(false),
  type: z.string({ error: 'expected a content type, such as api::article.article' }),
  operations: z
    .array(z.enum(OPERATIONS, { error: `expected one of ${OPERATIONS.join(', ')}` }), {
      error: `expected a list of ${OPERATIONS.join(', ')}`,
    })
    .min(1, { error: 'expected at least one operation' }),
  where: z.record(z.string(), z.unknown(), { error: 'expected conditions, as in filters' }),
  set: z
    .record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean()], { error: 'expected a value such as $user.id' }),
      {
        error: 'expected values by attribute, such as { "owner": "$user.id" }',
      },
    )
    .default({}),
})

/** The rule, or what is wrong with the file, each problem with its path. */
export function readRowRule(file: string, content: unknown, schema: Schema): RowRule | readonly string[] {
  const parsed = form.safeParse(content)
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => problemAt(file, path as (string | number)[], message))
  const { roles, tokens, type: name, operations, where, set } = parsed.data
  const type = typeNamed(schema, name)
  const nobody = 'name at least one role, or set "tokens": true'
  const problems = [
    ...(roles.length === 0 && !tokens ? [problemAt(file, ['roles'], nobody)] : []),
    ...(type === undefined ? [problemAt(file, ['type'], unknownType(schema, name))] : []),
    ...(Object.keys(set).length > 0 && !operations.includes('create')
      ? [problemAt(file, ['set'], 'is for new entries; add create to the operations')]
      : []),
    ...(type === undefined
      ? []
      : unsettable(type, set).map(each => problemAt(file, ['set', each], unknownSet(type, each)))),
    ...emptyParts(where, ['where']).map(path => problemAt(file, path, 'is empty, so it would be no condition')),
  ]
  if (type === undefined || problems.length > 0) return problems
  return Object.freeze({ file, roles, tokens, type, operations, where, set })
}

/** What only the server writes, or no attribute at all. */
function unsettable({ attributes }: ContentType, set: RowRule['set']): readonly string[] {
  return Object.keys(set).filter(name => attributes.get(name)?.writable !== true)
}

function unknownSet({ attributes, uid }: ContentType, name: string): string {
  const writable = [...attributes.values()].filter(attribute => attribute.writable)
  return noSuchName(
    `attribute of ${uid} to set`,
    name,
    writable.map(attribute => attribute.name),
  )
}

/** `rules/own.json: where.owner: is empty` */
export function problemAt(file: string, path: readonly (string | number)[], problem: string): string {
  return path.length === 0 ? `${file}: ${problem}` : `${file}: ${path.join('.')}: ${problem}`
}

/** Nobody reaches administrators, their roles and their tokens by this API. */
function isOpen({ uid }: ContentType): boolean {
  return !uid.startsWith('admin::')
}

function typeNamed({ types }: Schema, name: string): ContentType | undefined {
  const open = [...types.values()].filter(isOpen)
  return (
    open.find(({ uid }) => uid === name) ??
    open.find(type => type.userDefined && (type.singularName === name || type.pluralName === name))
  )
}

const GROUPS: readonly string[] = ['$and', '$or', '$not']

function unknownType({ types, components }: Schema, name: string): string {
  if (components.has(name)) return `${name} is a component; the rules of the entries that have it decide`
  return noSuchName(
    'content type',
    name,
    [...types.values()].filter(isOpen).map(({ uid }) => uid),
  )
}

/** A part without content is no condition, and would open what the rule is to close. */
function emptyParts(value: unknown, path: readonly (string | number)[]): readonly (readonly (string | number)[])[] {
  if (value === null && GROUPS.includes(String(path.at(-2)))) return [path]
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  return entries.length === 0 ? [path] : entries.flatMap(([key, item]) => emptyParts(item, [...path, key]))
}
