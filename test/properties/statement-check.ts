/** Which tables and columns a statement names, held against what a caller may read. Written apart from `src/plan`. */
import { type Attribute, FILE_UID, type Model, type Schema } from '../../src/schema/schema.ts'
import { isVisibleTo } from './query-generator.ts'

export interface Readable {
  readonly schema: Schema
  readonly readable: ReadonlySet<string>
}

/** The columns that may be named, by table. */
export type Allowed = ReadonlyMap<string, ReadonlySet<string>>

/** Read to find out who is asking, and which locales there are; never in one statement with content. */
const ACCESS_TABLES = [
  'i18n_locale',
  'strapi_core_store_settings',
  'strapi_api_tokens',
  'strapi_api_token_permissions',
  'strapi_api_token_permissions_token_links',
  'up_permissions',
  'up_permissions_role_links',
  'up_roles',
]

/** State and language of an entry decide whether it is listed, even where they are not shown. */
const ALWAYS = ['id', 'published_at', 'locale']

export function allowedColumns({ schema, readable }: Readable): Allowed {
  const allowed = new Map<string, Set<string>>()
  const allow = (table: string, ...columns: (string | null)[]) => {
    const known = allowed.get(table) ?? new Set()
    for (const column of columns) if (column !== null) known.add(column)
    allowed.set(table, known)
  }
  const types = [...schema.types.values()].filter(({ uid }) => uid === FILE_UID || readable.has(uid))
  for (const model of [...types, ...schema.components.values()]) {
    allow(model.tableName, ...ALWAYS)
    for (const attribute of model.attributes.values()) {
      if (!isVisibleTo({ readable }, attribute)) continue
      for (const [table, ...columns] of storageOf(model, attribute, schema)) allow(table, ...columns)
    }
  }
  return allowed
}

type Storage = readonly (readonly [table: string, ...columns: (string | null)[]])[]

/** The tables and columns of an attribute. */
function storageOf(model: Model, attribute: Attribute, schema: Schema): Storage {
  if (attribute.kind === 'scalar') return [[model.tableName, attribute.column]]
  const { link } = attribute
  switch (link?.kind) {
    case 'table': {
      const { parentColumn, childColumn, orderColumn, rowKey, fixed } = link
      const typeColumn = 'typeColumn' in link ? link.typeColumn : null
      const columns = fixed.map(({ column }) => column)
      return [[link.table, parentColumn, childColumn, orderColumn, rowKey, typeColumn, ...columns]]
    }
    case 'parent-column':
      return [[model.tableName, link.column]]
    case 'columns':
      return [[model.tableName, link.idColumn, link.typeColumn]]
    case 'child-column': {
      const target = 'target' in attribute ? schema.types.get(attribute.target) : undefined
      return target === undefined ? [] : [[target.tableName, link.column, ...link.fixed.map(({ column }) => column)]]
    }
    default:
      return []
  }
}

const TABLE = /(?:from|join|,) \(?"([^"]+)" as "([^"]+)"/g
/** A query within the statement; what it gives has been looked at where it stands. */
const INNER = /\) as "([^"]+)"/g
const COLUMN = /"([^"]+)"\."([^"]+)"/g
const COMMON = /(?:\bwith|,)\s+"([^"]+)"(?: \([^)]*\))? as (?:materialized )?\(/g
/** The search index has words of all columns; which of them are looked up is a matter of the values. */
const INDEX =
  /"populus"\."search_(?:words|near|pending|unbuilt)_public"|"sqlitepopulus_search_(?:words|near|pending|unbuilt)"/g
const LITERAL = /'(?:[^']|'')*'/g

/** Names that a statement gives to columns of its own. */
const OWN_NAME = /^[cgkmnov]\d+$/

/** The names in a statement that are not allowed; none for a statement that only asks who is asking. */
export function forbiddenNames(statement: string, allowed: Allowed): readonly string[] {
  const text = statement.replace(LITERAL, `''`).replace(INDEX, 'search_index')
  const names = [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name!)
  if (names.some(name => ACCESS_TABLES.includes(name)) && !names.some(name => allowed.has(name))) return []
  const problems: string[] = []
  const tables = new Map<string, string>()
  const known = new Set<string>()
  const inner = new Set([...text.matchAll(INNER), ...text.matchAll(COMMON)].map(([, alias]) => alias!))
  for (const [, table, alias] of text.matchAll(TABLE)) {
    // `select "v0" as "v0", "v1" as "v1"` looks like tables.
    if (OWN_NAME.test(table!)) continue
    if (inner.has(table!)) {
      inner.add(alias!)
      continue
    }
    tables.set(alias!, table!)
    known.add(alias!).add(table!)
    if (!allowed.has(table!)) problems.push(table!)
  }
  for (const alias of inner) known.add(alias)
  for (const [, alias, column] of text.matchAll(COLUMN)) {
    const table = tables.get(alias!)
    known.add(column!)
    if (table === undefined && inner.has(alias!)) continue
    if (table === undefined) problems.push(`${alias}.${column}`)
    else if (allowed.get(table)?.has(column!) !== true) problems.push(`${table}.${column}`)
  }
  return [...problems, ...names.filter(name => !known.has(name) && !OWN_NAME.test(name))]
}
