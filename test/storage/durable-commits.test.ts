/** What survives a lost machine is what waits for the disk. Killed processes are tested in `test/kills`. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts'
import { temporaryFolder } from '../support/databases.ts'

test('a commit on SQLite waits for the disk: write-ahead log, synchronous FULL', () => {
  const filename = join(temporaryFolder(), 'data.db')
  const connection = openSqliteConnection({ filename, own: null, writeAheadLog: true, readOnly: false })
  try {
    expect(connection.run({ text: 'pragma journal_mode', values: [] })).toEqual([['wal']])
    expect(connection.run({ text: 'pragma synchronous', values: [] })).toEqual([[2]])
  } finally {
    connection.close()
  }
})
