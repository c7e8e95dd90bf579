/**
 * A clock of the system for one process, which the test sets while the process runs. It is that of libfaketime, which only
 * some machines have (package `faketime` of Debian). What measures durations, CLOCK_MONOTONIC, goes on as ever.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../databases.ts'

const LIBRARY = 'faketime/libfaketimeMT.so.1'

export interface FakeClock {
  /** Variables for the process. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the clock so many seconds ahead of the true one, or behind it. */
  set(seconds: number): void
  /** What the clock shows, in milliseconds since 1970. */
  now(): number
}

/** `undefined` where libfaketime is missing. */
export function fakeClock(): FakeClock | undefined {
  const library = folders().find(existsSync)
  if (library === undefined) return undefined
  const file = join(temporaryFolder(), 'clock')
  let ahead = 0
  const set = (seconds: number) => {
    ahead = seconds
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  }
  set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    now: () => Date.now() + ahead * 1000,
  }
}

/** Debian has a folder for each architecture. */
function folders(): readonly string[] {
  const places = existsSync('/usr/lib') ? readdirSync('/usr/lib').map(name => join('/usr/lib', name)) : []
  return [...places, '/usr/lib', '/usr/lib64', '/usr/local/lib'].map(place => join(place, LIBRARY))
}

/** For the name of a test that is skipped. */
export const NO_FAKE_CLOCK = 'skipped: libfaketime is missing (package faketime)'
