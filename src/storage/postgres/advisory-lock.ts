/** A lock that one session holds on a PostgreSQL database at a time. The server takes it away when the session ends. */
import type postgres from 'postgres'
import { openSession, type PostgresTarget } from './open-session.ts'

export interface AdvisoryLock {
  /** Gives false at once while somebody else holds the lock. */
  tryToTake(): Promise<boolean>
  /** Frees the lock, where it was taken, and ends the connection. */
  close(): Promise<void>
}

/**
 * It has a connection of its own. The lock belongs to a transaction that stays open: poolers, which hand the connections of
 * the server around, leave such a one alone.
 */
export function openAdvisoryLock(target: PostgresTarget, key: number): AdvisoryLock {
  let sql: postgres.Sql | undefined
  return {
    tryToTake: async () => {
      sql ??= (await openSession(target, { idle_timeout: 0 })).sql
      return tryToTake(sql, key)
    },
    close: async () => sql?.end({ timeout: 1 }),
  }
}

/** In one message: the statements must not come to lie on two connections. */
async function tryToTake(sql: postgres.Sql, key: number): Promise<boolean> {
  const results = await sql.unsafe<{ taken: boolean }[][]>(`
    begin; set local idle_in_transaction_session_timeout = 0; select pg_try_advisory_xact_lock(${key}) as taken`)
  if (results.at(-1)?.[0]?.taken === true) return true
  await sql.unsafe('rollback')
  return false
}
