/** How a link connects a parent's row with its children's rows: the tables and conditions of a statement. */

import type { Condition } from '../../plan/read/conditions/condition.ts'
import type { FixedColumn, Link, LinkTable, TranslationLinks } from '../../schema/schema.ts'
import { column, type Fragment, join, name, sql, table, tableAs, value } from '../fragment.ts'
import type { SqlDialect } from '../sql-dialect.ts'

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

/** Compiles a condition on the rows of an alias. */
export type CompileExists = (condition: Condition, alias: string) => Fragment

/**
 * Where a child stands for all of its translations, the links to each of them. `within` limits the links by the column of
 * their parent, so that the database need not find all of them.
 */
export function linkedRows(
  link: LinkTable,
  alias: string,
  compileExists: CompileExists,
  within?: (parent: Fragment) => Fragment,
): Fragment {
  const { translations } = link
  if (translations === undefined) return tableAs(link.table, alias)
  const where = within === undefined ? null : (stored: string) => within(column(stored, link.parentColumn))
  return sql`(${eachTranslation(link, translations, { alias, compileExists, where })}) as ${name(alias)}`
}

/** The same, but each translation once for each parent, at the first of its links in an order: several may be linked. */
export function linkedOnce(
  link: LinkTable,
  translations: TranslationLinks,
  { alias, order, ...site }: LinkSite & { readonly order: (links: string) => readonly Fragment[] },
): Fragment {
  const pair = [link.parentColumn, link.childColumn]
  const inner = `${alias}z`
  const of = (each: string) => column(inner, each)
  const numbered = sql`row_number() over (partition by ${join(pair.map(of))} order by ${join(order(inner))}) as n`
  const all = sql`(${eachTranslation(link, translations, { alias, ...site })}) as ${name(inner)}`
  const columns = [...new Set([...pair, ...orderColumns(link)])]
  const links = sql`select ${join([...columns.map(of), numbered])} from ${all}`
  return sql`(select ${join(columns.map(each => name(each)))} from (${links}) as ${name(`${alias}w`)} where n = 1) as ${name(alias)}`
}

interface LinkSite {
  readonly alias: string
  readonly compileExists: CompileExists
  /** A condition on the links; `null`: all of them. */
  readonly where: ((stored: string) => Fragment) | null
}

function eachTranslation(
  link: LinkTable,
  { links: siblings, table: rows, exists }: TranslationLinks,
  { alias, compileExists, where }: LinkSite,
): Fragment {
  const [stored, translated] = [`${alias}x`, `${alias}y`]
  const others = new Set([link.parentColumn, ...orderColumns(link), ...link.fixed.map(part => part.column)])
  const select = (child: Fragment) =>
    join([sql`${child} as ${name(link.childColumn)}`, ...[...others].map(each => column(stored, each))])
  const links = tableAs(link.table, stored)
  const linked = column(stored, link.childColumn)
  const limit = where === null ? [] : [where(stored)]
  const joined = sql`${tableAs(siblings.table, translated)} on ${column(translated, siblings.parentColumn)} = ${linked}`
  const hidden = exists as Condition | null
  const [found, isThere] =
    hidden === null
      ? [sql``, []]
      : [
          sql` join ${table(rows)} as ${name(`${alias}v`)} on ${column(`${alias}v`, 'id')} = ${linked}`,
          [compileExists(hidden, `${alias}v`)],
        ]
  const whereAll = (conditions: readonly Fragment[]) =>
    conditions.length === 0 ? sql`` : sql` where ${join(conditions, ' and ')}`
  const other = column(translated, siblings.childColumn)
  return sql`select ${select(linked)} from ${links}${whereAll(limit)} union all select ${select(other)} from ${links} join ${joined}${found}${whereAll([...limit, ...isThere])}`
}

/** The columns that say in which order the links of a parent come. */
function orderColumns({ orderColumn, tieColumn, rowKey }: LinkTable): readonly string[] {
  return [orderColumn, tieColumn ?? rowKey].filter(each => each !== null)
}
