/** A database that gives content of a size, on SQLite or on a PostgreSQL started for it. */
import { sqliteVersion } from './content/fill-sqlite.mjs'
import { postgresContent, postgresExtended, postgresGrowing, postgresVersion } from './content/postgres.mjs'
import { sqliteContent, sqliteExtended, sqliteGrowing } from './content/sqlite.mjs'
import { makeReplica, POSTGRES_HOW, startPostgres, startPrimary } from './servers/postgres.mjs'

/**
 * `content` is the usual content, `extended` that with more in it (see content/extended.mjs), `growing` that of
 * content/growing.mjs. `process` is what the database's CPU time is
 * read from, where it is apart from the server.
 */
export async function openDatabase(name, say) {
  if (name === 'sqlite') {
    const content = size => sqliteContent(size, say)
    const extended = size => sqliteExtended(size, say)
    return {
      version: `SQLite ${sqliteVersion()}`,
      notes: [],
      content,
      extended,
      growing: size => sqliteGrowing(size, say),
    }
  }
  return onPostgres(await startPostgres(), say)
}

/** A PostgreSQL that others can follow. `replica` makes one of them, and gives what starts it. */
export async function openReplicated(_name, say) {
  const server = await startPrimary()
  return { ...(await onPostgres(server, say)), replica: name => makeReplica(server, name) }
}

async function onPostgres(server, say) {
  const version = `PostgreSQL ${await postgresVersion(server)}`
  const notes = [`PostgreSQL: ${POSTGRES_HOW}; its CPU is that of all its processes`]
  const content = size => postgresContent(size, server, say)
  const extended = size => postgresExtended(size, server, say)
  return { version, notes, process: server, content, extended, growing: size => postgresGrowing(size, server, say) }
}
