/** Order terms -> SQL. A sort through a relation takes the row that comes first, so that no entry is listed twice. */
import type { OrderTerm } from '../plan/read-plan.ts'
import { type ConditionSite, compileColumn } from './compile-condition.ts'
import { column, type Fragment, join, name, sql, table } from './fragment.ts'
import { joinLink } from './join-link.ts'

export function compileOrder(terms: readonly OrderTerm[], site: ConditionSite): readonly Fragment[] {
  return terms.map(term => sql`${compileKey(term, site)} ${direction(term.order)}`)
}

export function direction(order: 'asc' | 'desc'): Fragment {
  return order === 'asc' ? sql`asc` : sql`desc`
}

function compileKey(term: OrderTerm, site: ConditionSite): Fragment {
  if (term.hops.length === 0) return compileColumn(term.column, site.alias)
  const rows = lastRows(term, site)
  if (rows === null) return sql`null`
  const key = compileColumn(term.column, rows.alias)
  return sql`(select ${key} from ${inOrder(rows.tables)} where ${join(rows.conditions, ' and ')} order by ${key} ${direction(term.order)} limit 1)`
}

interface RelatedRows {
  readonly alias: string
  readonly tables: readonly Fragment[]
  readonly conditions: readonly Fragment[]
}

/** The rows at the end of the path. Joined, but for a second to-many relation: rows found twice would multiply. */
function lastRows({ hops }: OrderTerm, site: ConditionSite): RelatedRows | null {
  let rows: RelatedRows = { alias: site.alias, tables: [], conditions: [] }
  let stored = ''
  let joinedMany = false
  for (const { attribute, target } of hops) {
    if (attribute.many && joinedMany) rows = eachOnce(rows, stored, site)
    joinedMany ||= attribute.many
    const child = site.aliases()
    const joined = joinLink(attribute.link, { parent: rows.alias, child, link: site.aliases() })
    if (joined === null || target.table === null) return null
    stored = target.table
    rows = {
      alias: child,
      tables: [...rows.tables, ...joined.tables, sql`${table(target.table)} as ${name(child)}`],
      conditions: [...rows.conditions, sql`${joined.key} = ${joined.parentKey}`, ...joined.conditions],
    }
  }
  return rows
}

/** Keeps the tables of a path in their order: to look for a better one takes PostgreSQL's planner longer than the query. */
function inOrder(tables: readonly Fragment[]): Fragment {
  return tables.reduce((before, next) => sql`${before} cross join ${next}`)
}

function eachOnce({ alias, tables, conditions }: RelatedRows, stored: string, site: ConditionSite): RelatedRows {
  const own = site.aliases()
  const found = sql`select distinct ${column(alias, 'id')} from ${inOrder(tables)} where ${join(conditions, ' and ')}`
  return {
    alias: own,
    tables: [sql`${table(stored)} as ${name(own)}`],
    conditions: [sql`${column(own, 'id')} in (${found})`],
  }
}
