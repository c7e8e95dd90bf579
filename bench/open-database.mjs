/** A database that gives content of a size, on SQLite or on a PostgreSQL started for it. */
import {
  postgresContent,
  postgresExtended,
  postgresVersion,
  sqliteContent,
  sqliteExtended,
} from './content/databases.mjs'
import { sqliteVersion } from './content/fill-sqlite.mjs'
import { POSTGRES_HOW, startPostgres } from './servers/postgres.mjs'

/**
 * `content` is the usual content, `extended` that with more in it (see content/extended.mjs). `process` is what the database's CPU time is
 * read from, where it is apart from the server.
 */
export async function openDatabase(name, say) {
  if (name === 'sqlite') {
    const content = size => sqliteContent(size, say)
    return { version: `SQLite ${sqliteVersion()}`, notes: [], content, extended: size => sqliteExtended(size, say) }
  }
  const server = await startPostgres()
  const version = `PostgreSQL ${await postgresVersion(server)}`
  const notes = [`PostgreSQL: ${POSTGRES_HOW}; its CPU is that of all its processes`]
  const content = size => postgresContent(size, server, say)
  return { version, notes, process: server, content, extended: size => postgresExtended(size, server, say) }
}
