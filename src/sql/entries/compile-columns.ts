/** The statements that read whole columns of a table, to be kept: in the order of the ids, and the ids in another order. */
import type { OrderTerm } from '../../plan/read/read-plan.ts'
import { aliases, type ConditionSite } from '../compile-condition.ts'
import { compileOrder } from '../compile-order.ts'
import { compilePacked } from '../compile-packed.ts'
import { column, type Fragment, join, sql, tableAs } from '../fragment.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'
import { ROOT } from './compile-root-rows.ts'

/** Each row has its id, then the texts of the columns. */
export function compileColumns(from: string, texts: readonly Fragment[], dialect: SqlDialect): PackedStatement {
  const id = column(ROOT, 'id')
  const names = texts.map(() => 'name' as const)
  return compilePacked(
    dialect,
    ['key', ...names],
    select => sql`select ${select([id, ...texts])} from ${rowsOf(from)} order by ${id}`,
  )
}

export function compileIdsInOrder(from: string, terms: readonly OrderTerm[], dialect: SqlDialect): PackedStatement {
  const id = column(ROOT, 'id')
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  const order = join([...compileOrder(terms, site), id])
  return compilePacked(dialect, ['key'], select => sql`select ${select([id])} from ${rowsOf(from)} order by ${order}`)
}

function rowsOf(from: string): Fragment {
  return tableAs(from, ROOT)
}
