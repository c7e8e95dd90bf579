/** What others write into a database past the server: all of it or nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { onServer } from './databases.ts'

export async function foreign(database: DatabaseConfig, ...statements: readonly string[]): Promise<void> {
  const text = statements.join(';\n')
  if (database.client === 'postgres') return onServer(database.url, server => server.unsafe(text))
  const file = new Sqlite(database.filename, { timeout: 0 })
  // A transaction of the server may be open in this thread, and only ends if nobody waits for it here.
  const isDone = () => {
    try {
      file.transaction(() => file.exec(text)).immediate()
      return true
    } catch (error) {
      if ((error as { code?: string }).code === 'SQLITE_BUSY') return false
      throw error
    }
  }
  while (!isDone()) await sleep(5)
  file.close()
}

export const FIRST_OF_MANY = 1001

/** A statement for so many articles, published and in English. */
export function manyArticles(client: DatabaseConfig['client'], count: number): string {
  const columns = 'id, title, body, locale, published_at'
  const last = FIRST_OF_MANY + count - 1
  if (client === 'postgres')
    return `insert into articles (${columns}) select n, 'haystack ' || n, 'straw', 'en', now() from generate_series(${FIRST_OF_MANY}, ${last}) n`
  return `insert into articles (${columns}) with recursive n(n) as (select ${FIRST_OF_MANY} union all select n + 1 from n where n < ${last})
    select n, 'haystack ' || n, 'straw', 'en', 1700000000000 from n`
}
