/**
 * The only place where SQL text is put together. Values are always bound, identifiers always quoted; a fragment is
 * an immutable piece of SQL that a dialect compiles to a Statement.
 */
import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  RawNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  TableNode,
  sql as template,
} from 'kysely'
import { ENTRY_ID, PARENT_IDS, type SqlValue, type Statement } from './statement.ts'

export type Fragment = RawBuilder<unknown>

/** `` sql`select ${column('t', 'id')} from ${table('tags')} where weight > ${value(3)}` ``; holes take fragments only. */
export function sql(parts: TemplateStringsArray, ...holes: Fragment[]): Fragment {
  return template(parts, ...holes)
}

/** A bound value. */
export function value(bound: SqlValue): Fragment {
  return template`${bound}`
}

/** The place of the parents' ids, bound when the statement is run. */
export function parentIds(): Fragment {
  return template`${PARENT_IDS}`
}

/** The place of the id that the request names, bound when the statement is run. */
export function entryId(): Fragment {
  return template`${ENTRY_ID}`
}

/** A quoted name; it may hold anything, quotes included, but a NUL. */
export function name(identifier: string): Fragment {
  return template.id(identifier)
}

/** `"alias"."column"` */
export function column(alias: string, identifier: string): Fragment {
  return template.id(alias, identifier)
}

/** A table, in a schema where one is given (`main`, `populus`). */
export function table(identifier: string, schema?: string): Fragment {
  const node = schema === undefined ? TableNode.create(identifier) : TableNode.createWithSchema(schema, identifier)
  return template`${{ toOperationNode: () => node }}`
}

/** A text constant inside the statement, for the few places that take no bound value (DDL defaults). */
export function literal(text: string | number): Fragment {
  return template.lit(text)
}

/** Fragments with a separator between them: `join([a, b], ' and ')`. */
export function join(fragments: readonly Fragment[], separator: ', ' | ' and ' | ' or ' | ' ' = ', '): Fragment {
  return template.join(fragments as Fragment[], SEPARATORS[separator])
}

const SEPARATORS = { ', ': template`, `, ' and ': template` and `, ' or ': template` or `, ' ': template` ` } as const

export const NOTHING: Fragment = template``

const compilers = {
  sqlite: compilerFor({
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }),
  postgres: compilerFor({
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }),
}

function compilerFor(dialect: Dialect): Kysely<unknown> {
  return new Kysely({ dialect })
}

/** Text and values for one database. */
export function compile(fragment: Fragment, database: keyof typeof compilers): Statement {
  const query: CompiledQuery = fragment.compile(compilers[database])
  return Object.freeze({
    text: query.sql,
    values: Object.freeze([...query.parameters]) as Statement['values'],
    tables: Object.freeze([...new Set(tablesIn(fragment.toOperationNode()))]),
  })
}

function tablesIn(node: OperationNode): readonly string[] {
  if (RawNode.is(node)) return node.parameters.flatMap(tablesIn)
  if (!TableNode.is(node)) return []
  const { schema, identifier } = node.table
  return [schema === undefined ? identifier.name : `${schema.name}.${identifier.name}`]
}
