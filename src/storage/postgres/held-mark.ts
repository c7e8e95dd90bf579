/** A number that a process leaves on a PostgreSQL database for as long as it is connected, and the numbers that others have left there. */
import { openSession, type PostgresTarget } from './open-session.ts'

export interface HeldMark {
  /** Other numbers of the same kind. */
  readonly others: readonly number[]
  close(): Promise<void>
}

/** Uses its own connection, which must not lead through a pooler that shares sessions. `kind` and `mark` are whole numbers below 2 ** 31. */
export async function holdMark(target: PostgresTarget, kind: number, mark: number): Promise<HeldMark> {
  const { sql } = await openSession(target, { idle_timeout: 0 })
  const close = () => sql.end({ timeout: 1 })
  try {
    // Ours first: of two that come at once, one at least sees the other.
    await sql.unsafe(`select pg_advisory_lock_shared(${kind}, ${mark})`)
    const rows = await sql.unsafe<{ mark: string }[]>(`
      select distinct objid::text as mark from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${kind} and objid::bigint <> ${mark}
        and database = (select oid from pg_database where datname = current_database())`)
    return { others: rows.map(row => Number(row.mark)), close }
  } catch (error) {
    await close()
    throw error
  }
}
