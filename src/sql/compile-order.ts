/** Order terms -> SQL. A sort through a relation takes the row that comes first, so that no entry is listed twice. */
import type { OrderTerm } from '../plan/read-plan.ts'
import { type ConditionSite, compileColumn } from './compile-condition.ts'
import { type Fragment, join, name, sql, table } from './fragment.ts'
import { joinLink } from './join-link.ts'

export function compileOrder(terms: readonly OrderTerm[], site: ConditionSite): readonly Fragment[] {
  return terms.map(term => sql`${compileKey(term, site)} ${direction(term.order)}`)
}

export function direction(order: 'asc' | 'desc'): Fragment {
  return order === 'asc' ? sql`asc` : sql`desc`
}

function compileKey(term: OrderTerm, site: ConditionSite): Fragment {
  if (term.hops.length === 0) return compileColumn(term.column, site.alias)
  const tables: Fragment[] = []
  const conditions: Fragment[] = []
  let parent = site.alias
  for (const { attribute, target } of term.hops) {
    const child = site.aliases()
    const joined = joinLink(attribute.link, { parent, child, link: site.aliases() })
    if (joined === null || target.table === null) return sql`null`
    tables.push(...joined.tables, sql`${table(target.table)} as ${name(child)}`)
    conditions.push(...joined.conditions)
    parent = child
  }
  const key = compileColumn(term.column, parent)
  return sql`(select ${key} from ${join(tables)} where ${join(conditions, ' and ')} order by ${key} ${direction(term.order)} limit 1)`
}
