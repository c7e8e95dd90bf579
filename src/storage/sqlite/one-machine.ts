/**
 * Keeps servers on two machines away from one SQLite file: they would not see each other's writes, and destroy it. Every server holds a
 * shared lock on a file beside it, in which the machine of the first one is named. The system releases the lock when the process ends.
 */
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { isBusy } from '../translate-error.ts'
import { beside, MEMORY } from './own-filename.ts'

/** Whoever writes the name holds the whole lock for a moment. */
const ATTEMPTS = 50
const PAUSE_MILLISECONDS = 20

interface Machine {
  /** For people. */
  readonly name: string
  /** The same for all containers of a machine, which may share a file: they have one kernel, and with it one memory. */
  readonly boot: string
}

/** The name of another machine that has servers on the file; `undefined` if there is none, and from then on this one has. */
export async function otherMachine(filename: string, machine = thisMachine()): Promise<string | undefined> {
  if (filename === MEMORY) return undefined
  const place = beside(filename, 'machine')
  const lock = beside(filename, 'machine-lock')
  closeSync(openSync(lock, 'a', 0o600))
  nameFirst(lock, () => writeFileSync(place, JSON.stringify(machine), { mode: 0o600 }))
  // Another one may have come between: what the file says under the shared lock counts.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const release = tryShared(lock)
    if (release !== undefined) {
      const named = JSON.parse(readFileSync(place, 'utf8')) as Machine
      if (named.boot === machine.boot) return undefined
      release()
      return named.name
    }
    await sleep(PAUSE_MILLISECONDS)
  }
  return undefined
}

function thisMachine(): Machine {
  const name = hostname()
  try {
    return { name, boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() }
  } catch {
    return { name, boot: name }
  }
}

/** Only if there is no server on the file yet. */
function nameFirst(lock: string, write: () => void): void {
  const driver = new Sqlite(lock, { timeout: 0 })
  try {
    driver.exec('begin exclusive')
    write()
  } catch (error) {
    if (!isBusy(error)) throw error
  } finally {
    driver.close()
  }
}

function tryShared(lock: string): (() => void) | undefined {
  const driver = new Sqlite(lock, { timeout: 0 })
  try {
    driver.exec('begin')
    driver.prepare('select count(*) from sqlite_master').get()
    return () => driver.close()
  } catch (error) {
    driver.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
