/** Makes servers that start together prepare their database one after the other: tables, initial rows, content, secrets. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConfig } from '../config/config.ts'
import { tryFileLock } from '../storage/sqlite/file-lock.ts'
import { beside } from '../storage/sqlite/own-filename.ts'
import { translateError } from '../storage/translate-error.ts'
import { isUnwritable } from '../storage/write-refusal.ts'
import { cannotOpen } from './open-database.ts'

const TRY_EVERY_MILLISECONDS = 50
const NOTE_AFTER_MILLISECONDS = 1000
const WAITING = 'Another server is preparing the database; waiting for it to finish'

/** Any number works, as long as all Populus processes use the same one. */
const LOCK = 7_678_586

interface Lock {
  readonly tryToTake: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Runs `work` while no other process prepares this database. Calls `note` if waiting takes long. */
export async function withStartLock<T>(
  database: DatabaseConfig,
  note: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  if (database.client === 'sqlite' && database.filename === ':memory:') return work()
  const lock = database.client === 'sqlite' ? fileLock(database.filename) : await serverLock(database)
  try {
    await take(lock, note).catch(error => {
      throw cannotOpen(database, error)
    })
    return await work()
  } finally {
    await lock.close()
  }
}

async function take(lock: Lock, note: (line: string) => void): Promise<void> {
  const since = performance.now()
  for (let said = false; !(await lock.tryToTake()); await sleep(TRY_EVERY_MILLISECONDS)) {
    if (said || performance.now() - since < NOTE_AFTER_MILLISECONDS) continue
    said = true
    note(WAITING)
  }
}

function fileLock(filename: string): Lock {
  let release: (() => void) | undefined
  return {
    tryToTake: async () => {
      try {
        mkdirSync(dirname(filename), { recursive: true })
        release = tryFileLock(beside(filename, 'lock'))
        return release !== undefined
      } catch (error) {
        // Where no file can be made, nobody else prepares a database.
        if (isUnwritable(translateError(error, 0))) return true
        throw error
      }
    },
    close: async () => release?.(),
  }
}

async function serverLock(database: Extract<DatabaseConfig, { client: 'postgres' }>): Promise<Lock> {
  const { openAdvisoryLock } = await import('../storage/postgres/advisory-lock.ts')
  return openAdvisoryLock({ ...database, url: database.listenUrl ?? database.url, statementTimeout: 0 }, LOCK)
}
