/** The groups that some entries are in, one for each of them, in the order of groups that are equal otherwise. */
import type { AggregatePlan } from '../../plan/aggregate/aggregate-plan.ts'
import { typeOf } from '../../plan/aggregate/resolve-value.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import { aliases, type ConditionSite } from '../compile-condition.ts'
import { compileKey } from '../compile-order.ts'
import { ROOT } from '../entries/compile-root-rows.ts'
import { column, join, sql, tableAs } from '../fragment.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import type { Statement } from '../statement.ts'

/** Its rows have an id and the values of the groups. The ids are those of `bindIds`. */
export function compileGroupsInOrder({ groups }: AggregatePlan, from: string, dialect: SqlDialect): Statement {
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  const keys = groups.map(({ value }) => compileKey({ ...value, order: 'asc' }, site))
  const shown = groups.map(({ value }, index) =>
    dialect.rows.select(ATTRIBUTE_TYPES[typeOf(value)].output, keys[index]!),
  )
  const id = column(ROOT, 'id')
  const order = keys.map(key => sql`${key} asc nulls last`)
  return dialect.compile(
    sql`select ${join([id, ...shown])} from ${tableAs(from, ROOT)} where ${dialect.inParents(id)} order by ${join(order)}`,
  )
}
