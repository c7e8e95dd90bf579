/**
 * One moment of a SQLite database: the content's file and Populus' own. A transaction changes the two files one after the
 * other, so the moment begins while no writer is in the middle of one.
 *
 * With a write-ahead log, a read transaction keeps the moment and holds up nobody. Without one it would hold up every
 * commit, so the files are copied while writers wait, and the copies are read.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Fragment } from '../../sql/fragment.ts'
import { sqliteDialect } from '../../sql/sqlite.ts'
import type { Row, SqlValue } from '../../sql/statement.ts'
import { sqliteWire } from '../../wire/sqlite-wire.ts'
import type { Snapshot } from '../snapshot.ts'
import { isBusy } from '../translate-error.ts'
import { ownFilename } from './own-filename.ts'

/** How long to wait for a writer, and how often to try, in milliseconds. Writers may leave only short gaps. */
const PATIENCE = 60_000
const TRY_EVERY = 0.5
const PAGE = 200

const dialect = sqliteDialect(sqliteWire)

export function openSqliteSnapshot(filename: string): Snapshot {
  const connection = openBoth(filename)
  try {
    return isWal(connection) ? pinned(connection, filename) : copied(connection, filename)
  } catch (error) {
    connection.close()
    throw error
  }
}

function openBoth(filename: string): Sqlite.Database {
  const connection = new Sqlite(filename, { timeout: 1000, fileMustExist: true })
  const own = ownFilename(filename)
  if (existsSync(own)) connection.prepare(`attach database ? as ${dialect.ownSchema}`).run(own)
  return connection
}

const isWal = (connection: Sqlite.Database): boolean =>
  connection.pragma('main.journal_mode', { simple: true }) === 'wal'

/** Both files are read for the first time, which pins their moment, while no writer is at work. */
function pinned(connection: Sqlite.Database, filename: string): Snapshot {
  withoutWriters(filename, () => {
    connection.exec('begin')
    for (const { name } of connection.pragma('database_list') as readonly { readonly name: string }[])
      connection.prepare(`select count(*) from "${name}".sqlite_schema`).get()
  })
  return snapshotOn(connection, () => {})
}

function withoutWriters(filename: string, work: () => void): void {
  const lock = openBoth(filename)
  try {
    lock.pragma('busy_timeout = 0')
    for (const since = performance.now(); !tryToLock(lock, performance.now() - since < PATIENCE); )
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_EVERY)
    work()
    lock.exec('rollback')
  } finally {
    lock.close()
  }
}

/** False while a writer is at work; throws if nobody has patience any more. */
function tryToLock(lock: Sqlite.Database, patient: boolean): boolean {
  try {
    lock.exec('begin immediate')
    return true
  } catch (error) {
    if (patient && isBusy(error)) return false
    throw error
  }
}

function copied(connection: Sqlite.Database, filename: string): Snapshot {
  const folder = mkdtempSync(join(tmpdir(), 'populus-snapshot-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'content.db')
    copyBoth(connection, filename, copy)
    connection.close()
    return snapshotOn(openBoth(copy), remove)
  } catch (error) {
    remove()
    throw error
  }
}

function copyBoth(connection: Sqlite.Database, filename: string, copy: string): void {
  withoutWriters(filename, () => {
    connection.prepare('vacuum main into ?').run(copy)
    if (existsSync(ownFilename(filename)))
      connection.prepare(`vacuum ${dialect.ownSchema} into ?`).run(ownFilename(copy))
  })
}

function snapshotOn(connection: Sqlite.Database, afterwards: () => void): Snapshot {
  const prepare = (fragment: Fragment) => {
    const { text, values } = dialect.bind(dialect.compile(fragment))
    return { statement: connection.prepare<SqlValue[], Row>(text).raw(true), values }
  }
  return {
    dialect,
    run: async fragment => {
      const { statement, values } = prepare(fragment)
      return statement.all(...values)
    },
    async *pages(query) {
      const { statement, values } = prepare(query)
      let page: Row[] = []
      for (const row of statement.safeIntegers(true).iterate(...values)) {
        if (page.push(row) < PAGE) continue
        yield page
        page = []
      }
      yield page
    },
    close: async () => {
      connection.close()
      afterwards()
    },
  }
}
