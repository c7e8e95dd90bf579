import { expect, test } from 'vitest'
import { cannotOpen } from './open-database.ts'

test('a SQLite driver that is not compiled says what to run instead of where it looked', () => {
  const database = { client: 'sqlite', filename: 'content.db' } as const
  for (const message of [
    'Could not locate the bindings file. Tried:\n → /site/node_modules/better-sqlite3/build/better_sqlite3.node',
    "The module 'better_sqlite3.node' was compiled using NODE_MODULE_VERSION 108.",
  ])
    expect(cannotOpen(database, new Error(message)).message).toBe(
      'Cannot open the database content.db\n  - better-sqlite3 is not compiled for this Node: run npm rebuild better-sqlite3, and if npm skips its install script, first npm install-scripts approve better-sqlite3',
    )
  expect(cannotOpen(database, new Error('unable to open database file')).problems).toEqual([
    'unable to open database file',
  ])
})
