/** Looks into a database past the server, also into the tables that are Populus' own. */
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { openSqlite } from '../../../src/storage/sqlite/sqlite-database.ts'
import { sessionWith } from '../../support/databases.ts'

export async function runOwn(database: DatabaseConfig, text: string): Promise<readonly unknown[]> {
  if (database.client === 'postgres') return [...(await sessionWith(database).unsafe(text))]
  const file = await openSqlite(database)
  const rows = await file.write(transaction => transaction.run({ text, values: [] }))
  await file.close()
  return rows
}

export function ownRows(database: DatabaseConfig, table: string): Promise<readonly unknown[]> {
  return runOwn(database, `select * from populus.${table}`)
}
