/** The search index of a database, looked at past our own code. */
import Sqlite from 'better-sqlite3'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { onServer } from './databases.ts'

/** All tokens with their places; on SQLite, a table of its own shows what FTS5 has. */
export async function indexOf(database: DatabaseConfig): Promise<readonly string[]> {
  if (database.client === 'sqlite') {
    const file = new Sqlite(database.filename)
    file.exec(`create virtual table temp.terms using fts5vocab(main, sqlitepopulus_search_words, instance)`)
    const terms = file.prepare('select doc, offset, term from temp.terms order by 1, 2').raw().all() as unknown[][]
    const left = file.prepare('select count(*) from sqlitepopulus_search_pending').pluck().get()
    file.close()
    return [`marks: ${left}`, ...terms.map(term => term.join(' '))]
  }
  let rows: readonly string[] = []
  await onServer(database.url, async server => {
    const words = await server`select source, row_id, words::text from populus.search_words_public order by 1, 2`
    const [left] = await server`select count(*)::int as n from populus.search_pending_public`
    rows = [`marks: ${left!.n}`, ...words.map(row => Object.values(row).join(' '))]
  })
  return rows
}

/** The number of tables whose rows are not all indexed. */
export async function unbuiltIn(database: DatabaseConfig): Promise<number> {
  if (database.client === 'sqlite') {
    const file = new Sqlite(database.filename)
    const left = file.prepare('select count(*) from sqlitepopulus_search_unbuilt').pluck().get()
    file.close()
    return Number(left)
  }
  let tables = 0
  await onServer(database.url, async server => {
    const [left] = await server`select count(*)::int as n from populus.search_unbuilt_public`
    tables = left!.n
  })
  return tables
}
