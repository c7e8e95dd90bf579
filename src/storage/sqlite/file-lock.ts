/** A lock that one process holds on a file at a time. The system takes it away from a process that ends, however it ends. */
import { closeSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { isBusy } from '../translate-error.ts'

/** Frees the lock. The file stays: whoever removed it could remove one that another process has just locked. */
export type Release = () => void

/** Gives `undefined` at once while somebody else holds the lock. The file is an empty SQLite database. */
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
