/**
 * The condition that an entry holds a component. Links are looked up for the components in question only, from the
 * component to what holds it, so that the cost does not grow with the number of entries.
 */
import type { Holder } from '../plan/read/read-plan.ts'
import { type ConditionSite, compileCondition } from './compile-condition.ts'
import { column, type Fragment, join, sql, tableAs } from './fragment.ts'
import { fixedConditions } from './links/join-link.ts'

/** Narrows a column that holds ids of components down to those in question. */
type InQuestion = (ids: Fragment) => Fragment

/** `id` is a component that one of the holders holds. */
export function compileHeld(
  id: Fragment,
  holders: readonly Holder[],
  inQuestion: InQuestion,
  site: ConditionSite,
): Fragment {
  const held = holders.map(holder => sql`${id} in (${heldBy(holder, inQuestion, site)})`)
  return held.length === 0 ? sql`1 = 0` : sql`(${join(held, ' or ')})`
}

/** The ids of components that rows of one model hold. */
function heldBy({ model, link, where, holders }: Holder, inQuestion: InQuestion, site: ConditionSite): Fragment {
  const alias = site.aliases()
  const links = (selected: string, more: readonly Fragment[]): Fragment => {
    const conditions = [
      inQuestion(column(alias, link.childColumn)),
      ...fixedConditions(link.fixed, alias, site.dialect),
      ...more,
    ]
    const from = tableAs(link.table, alias)
    return sql`select ${column(alias, selected)} from ${from} where ${join(conditions, ' and ')}`
  }
  const parent = column(alias, link.parentColumn)
  if (holders !== null) {
    const parents = links(link.parentColumn, [])
    return links(link.childColumn, [compileHeld(parent, holders, ids => sql`${ids} in (${parents})`, site)])
  }
  const own = site.aliases()
  const conditions = [sql`${column(own, 'id')} = ${parent}`]
  if (where !== null) conditions.push(compileCondition(where, { ...site, alias: own }))
  const holding = sql`select 1 from ${tableAs(model.table!, own)} where ${join(conditions, ' and ')}`
  return links(link.childColumn, [sql`exists (${holding})`])
}
