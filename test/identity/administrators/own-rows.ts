/** Looks into the tables that are Populus' own, past its code. */
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { openSqlite } from '../../../src/storage/sqlite/sqlite-database.ts'
import { onServer } from '../../support/databases.ts'

export async function runOwn(database: DatabaseConfig, text: string): Promise<readonly unknown[]> {
  let rows: readonly unknown[] = []
  if (database.client === 'postgres')
    await onServer(database.url, async sql => {
      rows = [...(await sql.unsafe(text))]
    })
  else {
    const file = await openSqlite(database)
    rows = await file.write(transaction => transaction.run({ text, values: [] }))
    await file.close()
  }
  return rows
}

export function ownRows(database: DatabaseConfig, table: string): Promise<readonly unknown[]> {
  return runOwn(database, `select * from populus.${table}`)
}
