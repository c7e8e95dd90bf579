/** Keeps servers away from a PostgreSQL database that a backup is being restored to. It goes with the transaction that adds the rows. */
import { StartError } from '../errors.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { RunFragment } from '../storage/run-fragment.ts'
import { deleteMeta, readMeta, storeMeta } from './desired/own-tables.ts'

const MARK = 'restore'

export function markRestore(run: RunFragment, dialect: SqlDialect, now: Date): Promise<void> {
  return storeMeta(run, dialect, { key: MARK, value: now.toISOString() })
}

export function unmarkRestore(run: RunFragment, dialect: SqlDialect): Promise<void> {
  return deleteMeta(run, dialect, MARK)
}

export async function isBeingRestored(run: RunFragment, dialect: SqlDialect): Promise<boolean> {
  return dialect.name === 'postgres' && (await readMeta(run, dialect, MARK)) !== null
}

/** Throws StartError. */
export async function checkNotRestored(run: RunFragment, dialect: SqlDialect, where: string): Promise<void> {
  if (await isBeingRestored(run, dialect))
    throw new StartError(`A backup is being restored to the database ${where}, or was interrupted`, [
      'wait for it, or run populus restore again',
    ])
}
