/** Order terms -> SQL. A sort through a relation uses the row that comes first, so no entry is listed twice. */
import type { Condition } from '../plan/read/conditions/condition.ts'
import type { OrderTerm } from '../plan/read/read-plan.ts'
import type { OrderHop } from '../plan/read/sort/order-hop.ts'
import type { Model } from '../schema/schema.ts'
import { type ConditionSite, compileColumn, compileCondition } from './compile-condition.ts'
import { column, type Fragment, join, name, sql, tableAs } from './fragment.ts'
import { type CompileExists, fixedConditions, joinLink, linkedRows } from './links/join-link.ts'
import { FOUND } from './search/compile-search.ts'

/** `reversed` gives the same list from its end. */
export function compileOrder(terms: readonly OrderTerm[], site: ConditionSite, reversed = false): readonly Fragment[] {
  return terms.map(term => sql`${compileKey(term, site)} ${direction(term.order, reversed)}`)
}

export function direction(order: 'asc' | 'desc', reversed = false): Fragment {
  return (order === 'asc') === reversed ? sql`desc` : sql`asc`
}

/** The sort key. */
export function compileKey(term: OrderTerm, site: ConditionSite): Fragment {
  if (term.column.kind === 'rank') return column(FOUND, 'score')
  if (term.column.kind === 'count') return compileNumber(term, site)
  if (term.hops.length === 0) {
    const key = compileColumn(term.column, site.alias)
    return site.sortsFound === true ? site.dialect.unindexed(key) : key
  }
  const rows = lastRows(term, site)
  if (rows === null) return sql`null`
  const key = compileColumn(term.column, rows.alias)
  return sql`(select ${key} from ${rows.from} where ${rows.connects} order by ${key} ${direction(term.order)} limit 1)`
}

/** How many rows are at the end of the path. */
function compileNumber(term: OrderTerm, site: ConditionSite): Fragment {
  const rows = lastRows(term, site)
  if (rows === null) return sql`0`
  return sql`(select count(${column(rows.alias, 'id')}) from ${rows.from} where ${rows.connects})`
}

/** Rows at the end of a path, and what connects the start of the path with the sorted row. */
interface RelatedRows {
  readonly alias: string
  readonly from: Fragment
  readonly connects: Fragment
}

/**
 * The rows at the end of the path. A row at which the path ends early counts as a row of nulls, as in Strapi. Hops are
 * joined, except for a second to-many relation, because rows found twice would multiply. The joins keep the tables in
 * order: PostgreSQL's planner would need more time to find a better one than the query takes.
 */
function lastRows({ hops: [first, ...others] }: OrderTerm, site: ConditionSite): RelatedRows | null {
  const start = first === undefined ? null : hopTo(first, site.alias, site)
  if (first === undefined || start === null) return null
  let rows: RelatedRows = { alias: start.alias, from: start.first, connects: start.connects }
  let joinedMany = first.attribute.many
  let reached = first.target
  for (const hop of others) {
    if (hop.attribute.many && joinedMany) rows = eachOnce(rows, reached, site)
    joinedMany ||= hop.attribute.many
    const next = hopTo(hop, rows.alias, site)
    if (next === null) return null
    rows = { ...rows, alias: next.alias, from: sql`${rows.from} ${next.further}` }
    reached = hop.target
  }
  return rows
}

interface Hop {
  readonly alias: string
  /** The tables of the first hop, and the condition on the sorted row. */
  readonly first: Fragment
  readonly connects: Fragment
  /** The same as a join to the hops before. */
  readonly further: Fragment
}

function hopTo({ attribute, target, visible }: OrderHop, parent: string, site: ConditionSite): Hop | null {
  const [alias, linkAlias] = [site.aliases(), site.aliases()]
  const { link } = attribute
  const compileExists: CompileExists = (exists, linked) => compileCondition(exists, { ...site, alias: linked })
  const joined = joinLink(link, { parent, child: alias, link: linkAlias }, site.dialect, { compileExists })
  if (link === null || joined === null || target.table === null) return null
  const reached = tableAs(target.table, alias)
  const isParents = sql`${joined.key} = ${joined.parentKey}`
  const isVisible = visible === null ? [] : [compileCondition(visible, { ...site, alias })]
  if (link.kind !== 'table') {
    const connects = join([isParents, ...joined.conditions, ...isVisible], ' and ')
    return { alias, first: reached, connects, further: sql`left join ${reached} on ${connects}` }
  }
  const stored = linkedRows(link, linkAlias, compileExists)
  const child = column(linkAlias, link.childColumn)
  const isChild = sql`${column(alias, 'id')} = ${child}`
  const connects = join([isParents, ...fixedConditions(link.fixed, linkAlias, site.dialect)], ' and ')
  const isLinked = join([isChild, ...isVisible], ' and ')
  return {
    alias,
    first: sql`${join(joined.tables)} join ${reached} on ${isLinked}`,
    connects,
    further: site.dialect.joinsInBracketsByRow
      ? sql`left join (${stored} join ${reached} on ${isLinked}) on ${connects}`
      : sql`left join ${stored} on ${join([connects, ...isSeen(child, target.table, visible, site)], ' and ')} left join ${reached} on ${isChild}`,
  }
}

/** A link to a row that the caller may not see counts as none. A row of nulls in its place would tell of it. */
function isSeen(child: Fragment, target: string, visible: Condition | null, site: ConditionSite): readonly Fragment[] {
  if (visible === null) return []
  const alias = site.aliases()
  const isVisible = compileCondition(visible, { ...site, alias })
  return [
    sql`exists (select 1 from ${tableAs(target, alias)} where ${column(alias, 'id')} = ${child} and ${isVisible})`,
  ]
}

function eachOnce({ alias, from, connects }: RelatedRows, reached: Model, site: ConditionSite): RelatedRows {
  const [found, own] = [site.aliases(), site.aliases()]
  const ids = sql`(select distinct ${column(alias, 'id')} as id from ${from} where ${connects}) as ${name(found)}`
  return {
    alias: own,
    from: sql`${ids} left join ${tableAs(reached.tableName, own)} on ${column(own, 'id')} = ${column(found, 'id')}`,
    connects: sql`1 = 1`,
  }
}
