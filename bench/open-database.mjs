/** A database that gives content of a size, on SQLite or on a PostgreSQL started for it. */
import { postgresContent, postgresVersion, sqliteContent } from './content/databases.mjs'
import { sqliteVersion } from './content/fill-sqlite.mjs'
import { POSTGRES_HOW, startPostgres } from './servers/postgres.mjs'

/** `process` is what the database's CPU time is read from, where it is apart from the server. */
export async function openDatabase(name, say) {
  if (name === 'sqlite') {
    return { version: `SQLite ${sqliteVersion()}`, notes: [], content: size => sqliteContent(size, say) }
  }
  const server = await startPostgres()
  const version = `PostgreSQL ${await postgresVersion(server)}`
  const notes = [`PostgreSQL: ${POSTGRES_HOW}; its CPU is that of all its processes`]
  return { version, notes, process: server, content: size => postgresContent(size, server, say) }
}
