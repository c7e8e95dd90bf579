/** Another program that writes to the database, such as Strapi. */
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import postgres from 'postgres'
import type { DatabaseConfig } from '../../../../src/config/config.ts'

export interface ForeignProgram {
  run(text: string): Promise<unknown>
  close(): Promise<unknown>
}

export function openForeignProgram(database: DatabaseConfig): ForeignProgram {
  if (database.client === 'postgres') {
    const sql = postgres(database.url, { max: 1 })
    return { run: text => sql.unsafe(text), close: () => sql.end() }
  }
  const file = new Sqlite(database.filename)
  const run = async (text: string) => {
    for (;;) {
      try {
        return file.exec(text)
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
        await setTimeout(1)
      }
    }
  }
  return { run, close: async () => file.close() }
}
