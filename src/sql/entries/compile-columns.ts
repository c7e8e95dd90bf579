/** The statements that read whole columns of a table, to be kept: in the order of the ids, and the ids in another order. */
import type { OrderTerm } from '../../plan/read/read-plan.ts'
import { aliases, type ConditionSite } from '../compile-condition.ts'
import { compileOrder } from '../compile-order.ts'
import { asId, column, type Fragment, join, NOTHING, sql, tableAs, value } from '../fragment.ts'
import { compilePacked, type SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'
import { ROOT } from './compile-root-rows.ts'

/** Which rows: those with some ids, or the next so many after an id. */
export type WantedRows = 'ids' | { readonly after: number; readonly limit: number }

/** Each row has its id, then the texts of the columns. */
export function compileColumns(
  from: string,
  texts: readonly Fragment[],
  rows: WantedRows,
  dialect: SqlDialect,
): PackedStatement {
  const names = texts.map(() => 'name' as const)
  const [where, page] =
    rows === 'ids'
      ? [dialect.inParents(ID), NOTHING]
      : [sql`${ID} > ${asId(value(rows.after))}`, sql` ${dialect.page(rows.limit, 0)}`]
  return compilePacked(
    dialect,
    ['key', ...names],
    select => sql`select ${select([ID, ...texts])} from ${tableAs(from, ROOT)} where ${where} order by ${ID}${page}`,
  )
}

/** The ids of all rows in an order, or of those with some ids. */
export function compileIdsInOrder(
  from: string,
  terms: readonly OrderTerm[],
  dialect: SqlDialect,
  rows: 'all' | 'ids' = 'all',
): PackedStatement {
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  const order = join([...compileOrder(terms, site), ID])
  const where = rows === 'all' ? NOTHING : sql` where ${dialect.inParents(ID)}`
  return compilePacked(
    dialect,
    ['key'],
    select => sql`select ${select([ID])} from ${tableAs(from, ROOT)}${where} order by ${order}`,
  )
}

const ID = column(ROOT, 'id')
