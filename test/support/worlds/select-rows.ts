/** Reads a database without using our own code. */
import SqliteFile from 'better-sqlite3'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { sessionWith } from '../databases.ts'

/** The rows of a table, with integers as integers on both databases. */
export async function selectRows(
  database: DatabaseConfig,
  table: string,
  columns: readonly string[],
): Promise<readonly (readonly unknown[])[]> {
  const query = `select ${columns.map(column => `"${column}"`).join(', ')} from "${table}"`
  if (database.client === 'postgres')
    return (await sessionWith(database).unsafe(query).values()).map(row => row.map(plain))
  const file = new SqliteFile(database.filename, { readonly: true })
  try {
    return file.prepare(query).raw().all() as unknown[][]
  } finally {
    file.close()
  }
}

function plain(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? Number(value) : value
}
