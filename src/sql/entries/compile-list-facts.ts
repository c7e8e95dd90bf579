/** What is known about a whole list: its total, and the ids of all its entries. */
import { createHash } from 'node:crypto'
import { listDependencies } from '../../kept/dependencies/plan-dependencies.ts'
import { marksTest } from '../../kept/dependencies/row-marks.ts'
import { comparesListed } from '../../plan/cost/choose-reads.ts'
import { comparesRelated, isFoundByParts } from '../../plan/read/conditions/condition.ts'
import type { ListShape } from '../../plan/read/list-shape.ts'
import { EXACT_TOTAL, type ReadPlan, showsPlaces } from '../../plan/read/read-plan.ts'
import { aliases, type ConditionSite } from '../compile-condition.ts'
import { compileOrder } from '../compile-order.ts'
import { column, type Fragment, join, literal, sql, tableAs } from '../fragment.ts'
import type { ListFactProgram } from '../read-program.ts'
import { compilePacked, type SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'
import { compileListed, compileWhere, isSorted, ROOT } from './compile-root-rows.ts'

const NO_VALUES = Buffer.alloc(0)

/** Its statement returns the number of entries. `null` if the query does not ask for it, or the table does not exist. */
export function compileCount(plan: ReadPlan, shape: ListShape, dialect: SqlDialect): ListFactProgram | null {
  const { model } = plan.entry
  if (model.table === null || plan.page?.withCount !== true) return null
  const { slots, filterValues } = shape
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect, slots }
  const rows = compileListed(plan, model, model.table, site)
  const counting = (of: Fragment): PackedStatement =>
    dialect.compile(sql`select count(*), cast(null as text) from ${of}`, count => [
      { keys: [count], bytes: NO_VALUES, start: 0 },
    ])
  const exact = counting(rows)
  const depends = listDependencies(plan, [], exact.tables, slots)
  const most = literal(EXACT_TOTAL + 1)
  const statement = plan.page.estimates === true ? counting(sql`(select 1 from ${rows} limit ${most}) as c`) : exact
  const passes = plan.search === null ? marksTest(plan.where, slots) : null
  return { statement, key: keyOf(exact, shape), values: filterValues, depends, passes }
}

/**
 * Its statement returns the ids of all entries, in order. `null` if a page of the list can be found without reading all of it,
 * or if its total is not asked for.
 */
export function compileOrderedIds(plan: ReadPlan, shape: ListShape, dialect: SqlDialect): ListFactProgram | null {
  const { where, order, page, entry, search, locales } = plan
  if (entry.model.table === null || page?.withCount !== true || showsPlaces(page) || locales !== null) return null
  // What a search finds is few and has an index of its own.
  if (search !== null || !(isSorted(order) || comparesRelated(where) || isFoundByParts(where))) return null
  const { slots, values } = shape
  const sortsFound = !comparesListed(where, order)
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect, sortsFound, slots }
  const id = column(ROOT, 'id')
  const from = sql`${tableAs(entry.model.table, ROOT)}${compileWhere(where, site)}`
  const sorted = join([...compileOrder(order, site), id])
  const statement = compilePacked(
    dialect,
    ['key'],
    select => sql`select ${select([id])} from ${from} order by ${sorted}`,
  )
  const depends = listDependencies(plan, order, statement.tables, slots)
  return { statement, key: keyOf(statement, shape), values: values.length - 1, depends, passes: null }
}

/** Searches of several forms may have one text. Statements that share theirs with those of no other list have values of their own. */
function keyOf({ text, values }: PackedStatement, { key, filterKey }: ListShape): string {
  const hash = createHash('sha256').update(text).update(filterKey)
  if (key === null) hash.update(JSON.stringify(values))
  return hash.digest('base64url').slice(0, 16)
}
