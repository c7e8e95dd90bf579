/** The statements for facts about the whole root list: how many entries it has, and their ids in order. */
import { listDependencies } from '../../kept/dependencies/plan-dependencies.ts'
import { comparesRelated } from '../../plan/read/conditions/condition.ts'
import type { ReadPlan } from '../../plan/read/read-plan.ts'
import { aliases, type ConditionSite } from '../compile-condition.ts'
import { compileOrder } from '../compile-order.ts'
import { compilePacked } from '../compile-packed.ts'
import { column, join, name, sql, table } from '../fragment.ts'
import type { CountedList, OrderedList } from '../read-program.ts'
import { compileSearched } from '../search/compile-search.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'
import { compileRowsById, compileWhere, isSorted, ROOT } from './compile-root-rows.ts'

const NO_VALUES = Buffer.alloc(0)

/** `null` if the query does not ask for the total, or the table does not exist. */
export function compileCount(plan: ReadPlan, dialect: SqlDialect): CountedList | null {
  const { model } = plan.entry
  if (model.table === null || plan.page?.withCount !== true) return null
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect, testsAll: plan.search === null }
  const from = sql`${table(model.table)} as ${name(ROOT)}`
  const statement: PackedStatement = dialect.compile(
    sql`select count(*), cast(null as text) from ${compileSearched(plan.search, model, from, site)}${compileWhere(plan.where, site)}`,
    count => [{ keys: [count], bytes: NO_VALUES, start: 0 }],
  )
  return { statement, key: keyOf(statement), depends: listDependencies(plan, [], statement.tables) }
}

/** `null` if a page of the list can be found without reading all of it, or if its total is not asked for. */
export function compileOrderedList(plan: ReadPlan, dialect: SqlDialect): OrderedList | null {
  const { where, order, page, entry, search } = plan
  if (entry.model.table === null || page?.withCount !== true || page.kind === 'cursor') return null
  // What a search finds is few and has an index of its own.
  if (search !== null || (!isSorted(order) && !comparesRelated(where))) return null
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect, testsAll: true }
  const id = column(ROOT, 'id')
  const from = sql`${table(entry.model.table)} as ${name(ROOT)}${compileWhere(where, site)}`
  const sorted = join([...compileOrder(order, site), id])
  const statement = compilePacked(
    dialect,
    ['key'],
    select => sql`select ${select([id])} from ${from} order by ${sorted}`,
  )
  const depends = listDependencies(plan, order, statement.tables)
  return { statement, key: keyOf(statement), depends, rows: compileRowsById(plan, dialect) }
}

function keyOf({ text, values }: PackedStatement): string {
  return `${text} ${JSON.stringify(values)}`
}
