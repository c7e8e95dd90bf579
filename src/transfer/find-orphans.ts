/** Rows that refer to others that do not exist: a database may have been filled while its keys were not checked. */
import { type Fragment, join, name, sql, table } from '../sql/fragment.ts'
import type { RunFragment } from '../storage/run-fragment.ts'

export interface CheckedKey {
  readonly columns: readonly string[]
  readonly table: string
  /** The columns of the other table, in the order of `columns`. */
  readonly targets: readonly string[]
}

/** The line to print; `null` if all rows fulfil the key. */
export async function findOrphans(
  run: RunFragment,
  of: string,
  { columns, table: to, targets }: CheckedKey,
): Promise<string | null> {
  const all = (make: (column: string, index: number) => Fragment) => join(columns.map(make), ' and ')
  const rows = await run(sql`
    select 1 from ${table(of)} child where ${all(column => sql`child.${name(column)} is not null`)}
    and not exists (select 1 from ${table(to)} parent
      where ${all((column, index) => sql`parent.${name(targets[index]!)} = child.${name(column)}`)}) limit 1`)
  return rows.length === 0 ? null : `${of}.${columns.join(', ')} refers to rows of ${to} that do not exist`
}
