/** Another program that writes to the database, such as Strapi. */
import { execFileSync } from 'node:child_process'
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

/** Runs a statement of another program while this one stands still. */
export function runNow(database: DatabaseConfig, text: string): void {
  if (database.client === 'sqlite') {
    const file = new Sqlite(database.filename)
    file.exec(text)
    file.close()
    return
  }
  const program = `const { default: postgres } = await import('postgres')
    const sql = postgres(${JSON.stringify(database.url)})
    await sql.unsafe(${JSON.stringify(text)})
    await sql.end()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program])
}
