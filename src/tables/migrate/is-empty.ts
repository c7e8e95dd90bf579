/** Whether anything is stored in a place. */
import { name, sql, table as tableName } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'

export async function isEmptyTable(run: RunFragment, table: string): Promise<boolean> {
  return (await run(sql`select 1 from ${tableName(table)} limit 1`)).length === 0
}

export async function isEmptyColumn(run: RunFragment, table: string, column: string): Promise<boolean> {
  return (await run(sql`select 1 from ${tableName(table)} where ${name(column)} is not null limit 1`)).length === 0
}
