/** Random rights of an administrator, and changes of a database that somebody with these rights may not notice. */
import type { ContentType, Model, ScalarAttribute, Schema } from '../../src/schema/schema.ts'

type Condition = 'admin::is-creator' | 'admin::has-same-role-as-creator'

export interface TypeRight {
  readonly uid: string
  readonly conditions: readonly Condition[]
  readonly fields: readonly string[] | null
  readonly locales: readonly string[] | null
}

/** The administrators of the test, by what they are for the person who asks. */
const PEOPLE = { self: 2, peer: 3, stranger: 4 } as const

/** Who has made which rows: by the remainder of their id. Most articles lead to rows of others. */
const CREATORS = [PEOPLE.self, PEOPLE.peer, PEOPLE.stranger, null] as const
const ARTICLE_CREATORS = [PEOPLE.self, PEOPLE.self, PEOPLE.self, PEOPLE.stranger] as const

export function contentTypes(schema: Schema): readonly ContentType[] {
  return [...schema.types.values()].filter(({ userDefined, table }) => userDefined && table !== null)
}

/** Every type is readable in one of several ways, or not at all. */
export function randomRole(schema: Schema, seed: number): readonly TypeRight[] {
  let state = seed * 7919 + 17
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  return contentTypes(schema).flatMap(type => {
    const conditions = (
      [['admin::is-creator'], ['admin::is-creator'], ['admin::has-same-role-as-creator'], []] as const
    )[next(4)]!
    const isArticle = type.uid === 'api::article.article'
    if (!isArticle && next(4) === 0) return []
    const fields = next(2) === 0 ? null : someFields(type, schema, next)
    const locales = type.localized && next(2) === 0 ? ['en'] : null
    return [{ uid: type.uid, conditions, fields, locales }]
  })
}

function someFields(type: ContentType, schema: Schema, next: (below: number) => number): readonly string[] {
  return [...type.attributes.values()].flatMap(attribute => {
    if (SYSTEM.has(attribute.name) || next(3) === 0) return []
    if (attribute.kind !== 'component' || next(2) === 0) return [attribute.name]
    const part = schema.components.get(attribute.target)!
    const inner = [...part.attributes.keys()].filter((_, index) => index % 2 === 0)
    return inner.map(name => `${attribute.name}.${name}`)
  })
}

const SYSTEM = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations', 'createdBy', 'updatedBy'],
])

/** Statements that make the rows belong to people, and rows that lead nowhere. */
export function ownedRows(schema: Schema): readonly string[] {
  return contentTypes(schema).flatMap(({ uid, table, single, attributes }) => {
    const creators = uid === 'api::article.article' ? ARTICLE_CREATORS : CREATORS
    const by = creators.map((id, rest) => `when ${rest} then ${id}`).join(' ')
    const owned = `update ${table} set created_by_id = case id % 4 ${by} end`
    const title = [...attributes.values()].find(({ kind, name }) => kind === 'scalar' && !SYSTEM.has(name))
    if (single || title?.kind !== 'scalar' || title.type !== 'string') return [owned]
    return [owned, `insert into ${table} (${title.column}, created_by_id) values ('nobody', null)`]
  })
}

/** What is hidden from the role gets other values, and rows that lead nowhere are gone. */
export function hiddenChanges(schema: Schema, role: readonly TypeRight[]): readonly string[] {
  return contentTypes(schema).flatMap(type => {
    const right = role.find(({ uid }) => uid === type.uid)
    const hidden = right === undefined ? '1 = 1' : hiddenRows(type, right)
    const all = changed(type, () => true)
    const closed = changed(type, ({ name }) => right?.fields !== null && !covers(right?.fields ?? [], name))
    const title = [...type.attributes.values()].find(({ kind, name }) => kind === 'scalar' && !SYSTEM.has(name))
    const isMarked = title?.kind === 'scalar' && title.type === 'string'
    return [
      ...(hidden === null || !isMarked || type.single
        ? []
        : [`delete from ${type.table} where ${title.column} = 'nobody' and (${hidden})`]),
      ...(hidden === null || all === '' ? [] : [`update ${type.table} set ${all} where ${hidden}`]),
      ...(closed === '' ? [] : [`update ${type.table} set ${closed}`]),
      ...partChanges(schema, type, { right, hidden }),
    ]
  })
}

function hiddenRows({ localized }: ContentType, { conditions, locales }: TypeRight): string | null {
  const seen = conditions.includes('admin::is-creator') ? [PEOPLE.self] : [PEOPLE.self, PEOPLE.peer]
  const tests = [
    ...(conditions.length === 0 ? [] : [`created_by_id is null or created_by_id not in (${seen.join()})`]),
    ...(locales === null || !localized ? [] : [`locale is null or locale <> '${locales[0]}'`]),
  ]
  return tests.length === 0 ? null : tests.map(test => `(${test})`).join(' or ')
}

function covers(fields: readonly string[], name: string): boolean {
  return SYSTEM.has(name) || fields.includes(name) || fields.some(field => field.startsWith(`${name}.`))
}

/** Values of the same kind: whether something is there, and whether it may be published, is no secret. */
function changed(model: Model, isHidden: (attribute: ScalarAttribute) => boolean): string {
  return [...model.attributes.values()]
    .flatMap(attribute => {
      if (attribute.kind !== 'scalar' || attribute.column === null || SYSTEM.has(attribute.name)) return []
      const change = CHANGES[attribute.type]
      return change === undefined || !isHidden(attribute) ? [] : [`${attribute.column} = ${change(attribute.column)}`]
    })
    .join(', ')
}

/** Unique values are no secret, so `uid` is not among them. */
const CHANGES: Readonly<Record<string, (column: string) => string>> = {
  string: column => `'changed ' || ${column}`,
  text: column => `'changed ' || ${column}`,
  richtext: column => `'changed ' || ${column}`,
  integer: column => `${column} + 100`,
  float: column => `${column} + 100`,
}

/** Components of one level: those of hidden entries, and the fields that are not listed in those of others. */
function partChanges(
  schema: Schema,
  type: ContentType,
  { right, hidden }: { readonly right: TypeRight | undefined; readonly hidden: string | null },
): readonly string[] {
  return [...type.attributes.values()].flatMap(attribute => {
    if (attribute.kind !== 'component' || attribute.link === null) return []
    const part = schema.components.get(attribute.target)!
    const { link } = attribute
    const fixed = link.fixed.map(({ column, value }) => ` and ${column} = '${value}'`).join('')
    const held = (which: string) =>
      `id in (select ${link.childColumn} from ${link.table} where ${link.parentColumn} in (select id from ${type.table} where ${which})${fixed})`
    const all = changed(part, () => true)
    const fields = right?.fields ?? null
    const closed = changed(part, ({ name }) => fields !== null && !coversPart(fields, attribute.name, name))
    return [
      ...(hidden === null || all === '' ? [] : [`update ${part.table} set ${all} where ${held(hidden)}`]),
      ...(closed === '' ? [] : [`update ${part.table} set ${closed} where ${held('1 = 1')}`]),
    ]
  })
}

function coversPart(fields: readonly string[], part: string, name: string): boolean {
  return fields.includes(part) || fields.includes(`${part}.${name}`)
}
