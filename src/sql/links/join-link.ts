/** How a link connects a parent's row with its children's rows: the tables and conditions of a statement. */
import type { FixedColumn, Link } from '../../schema/schema.ts'
import { column, type Fragment, sql, value } from '../fragment.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import { type CompileExists, linkedRows } from './linked-rows.ts'

export interface LinkAliases {
  readonly parent: string
  readonly child: string
  readonly link: string
}

export interface JoinedLink {
  /** Tables in addition to the child's own. */
  readonly tables: readonly Fragment[]
  /** The parent's column that `key`, a column of the other tables, must equal. */
  readonly parentKey: Fragment
  readonly key: Fragment
  /** Further conditions. */
  readonly conditions: readonly Fragment[]
}

/**
 * `null` if the link has no storage. The caller adds the child's table under its alias. `once`: the tables are read for all
 * parents at once, so they may not refer to one.
 */
export function joinLink(
  link: Link | null,
  { parent, child, link: alias }: LinkAliases,
  dialect: SqlDialect,
  { compileExists, once = false }: { readonly compileExists: CompileExists; readonly once?: boolean },
): JoinedLink | null {
  if (link === null) return null
  switch (link.kind) {
    case 'parent-column':
      return { tables: [], parentKey: column(parent, link.column), key: column(child, 'id'), conditions: [] }
    case 'child-column':
      return {
        tables: [],
        parentKey: column(parent, 'id'),
        key: column(child, link.column),
        conditions: fixedConditions(link.fixed, child, dialect),
      }
    case 'table':
      return {
        tables: [
          linkedRows(link, alias, compileExists, once ? undefined : key => sql`${key} = ${column(parent, 'id')}`),
        ],
        parentKey: column(parent, 'id'),
        key: column(alias, link.parentColumn),
        conditions: [
          sql`${column(child, 'id')} = ${column(alias, link.childColumn)}`,
          ...fixedConditions(link.fixed, alias, dialect),
        ],
      }
    default:
      return link satisfies never
  }
}

/** Most rows of a table may have the same fixed value, so rows are found by their parent, never by these columns. */
export function fixedConditions(
  fixed: readonly FixedColumn[],
  alias: string,
  dialect: SqlDialect,
): readonly Fragment[] {
  return fixed.map(part => sql`${dialect.unindexed(column(alias, part.column))} = ${value(part.value)}`)
}
