/**
 * A lock on a PostgreSQL database that one session at a time can hold. The server releases it when the session ends.
 */
import type postgres from 'postgres'
import { openSession, type PostgresTarget } from './open-session.ts'

export interface AdvisoryLock {
  /** Returns false at once while somebody else holds the lock. */
  tryToTake(): Promise<boolean>
  /** Releases the lock if it was taken, and ends the connection. */
  close(): Promise<void>
}

/**
 * Uses its own connection. The lock belongs to a transaction that stays open: poolers, which share the server's
 * connections between clients, do not touch a connection with an open transaction.
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

/** In one message, because the statements must not end up on two connections. */
async function tryToTake(sql: postgres.Sql, key: number): Promise<boolean> {
  const results = await sql.unsafe<{ taken: boolean }[][]>(`
    begin; set local idle_in_transaction_session_timeout = 0; select pg_try_advisory_xact_lock(${key}) as taken`)
  if (results.at(-1)?.[0]?.taken === true) return true
  await sql.unsafe('rollback')
  return false
}
