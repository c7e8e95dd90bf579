/**
 * A lock on a file that one process at a time can hold. The system releases it when the process ends, however it ends.
 */
import { closeSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isBusy } from '../translate-error.ts'

/** Releases the lock. The file stays: removing it could remove one that another process has just locked. */
export type Release = () => void

/** Returns `undefined` at once while somebody else holds the lock. The file is an empty SQLite database. */
export function tryFileLock(path: string): Release | undefined {
  closeSync(openSync(path, 'a', 0o600))
  const driver = new Sqlite(path, { timeout: 0 })
  try {
    driver.exec('begin exclusive')
    return () => driver.close()
  } catch (error) {
    driver.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
