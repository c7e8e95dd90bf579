/** What a restore leaves when it is killed: no server starts on half of it, and the next restore goes on. `test/kills` kills real ones. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { refuseInterruptedRestore } from '../../src/transfer/backup/interrupted-restore.ts'
import { runHere } from '../cli/run-here.ts'
import { CLIENTS, type Client, freshDatabase, temporaryFolder } from '../support/databases.ts'
import { worldDatabase } from '../support/worlds/world.ts'
import { backUp, databaseFlag, worldProject } from './backups.ts'

let archive: string
beforeAll(async () => {
  archive = await backUp(worldProject(), await worldDatabase('sqlite'))
})

const restoreTo = (folder: string, database: DatabaseConfig, ...flags: string[]) =>
  runHere(['restore', archive, folder, '--database', databaseFlag(database), ...flags], { TZ: 'UTC' })
const start = (folder: string) => runHere(['start', folder, '--port', '0'], {})

/** On SQLite in the folder itself, as it is without settings. */
async function target(client: Client): Promise<{ readonly folder: string; readonly database: DatabaseConfig }> {
  const folder = join(temporaryFolder(), 'restored')
  if (client === 'postgres') return { folder, database: await freshDatabase(client) }
  return { folder, database: { client, filename: join(folder, '.data', 'content.db') } }
}

/** As if it had been killed after the last row, before it could remove its notes. */
function leaveNotes(folder: string): void {
  const stage = join(folder, '.populus-restore')
  mkdirSync(join(stage, 'project'), { recursive: true })
  const names = readdirSync(folder).filter(name => name !== '.populus-restore')
  const moves = names.map(name => [join(stage, 'project', name), join(folder, name)])
  writeFileSync(join(stage, 'placed.json'), JSON.stringify(moves))
}

describe.each(CLIENTS)('on %s', client => {
  test('a complete one that was killed before it removed its notes is finished, and loses nothing', async () => {
    const { folder, database } = await target(client)
    expect((await restoreTo(folder, database)).code).toBe(0)
    leaveNotes(folder)
    const refused = await start(folder)
    expect([refused.code, refused.error]).toEqual([
      1,
      `A backup is being restored to the folder ${folder}, or was interrupted\n  - wait for it, or run populus restore again\n`,
    ])
    expect((await restoreTo(folder, database)).code).toBe(0)
    expect(existsSync(join(folder, '.populus-restore'))).toBe(false)
    expect(readFileSync(join(folder, 'public/uploads/sunrise_a1.jpg'), 'utf8')).toBe('bytes of sunrise_a1.jpg')
    expect(() => refuseInterruptedRestore(folder)).not.toThrow()
    expect((await restoreTo(folder, database)).error).toContain('is not empty')
  })

  test('one whose files are in their places and whose rows are not starts over', async () => {
    const { folder, database } = await target(client)
    expect((await restoreTo(folder, database)).code).toBe(0)
    leaveNotes(folder)
    const other = await target(client)
    if (database.client === 'sqlite') rmSync(join(folder, '.data'), { recursive: true })
    const empty = other.database.client === 'postgres' ? other.database : database
    expect((await restoreTo(folder, empty)).code).toBe(0)
    expect(() => refuseInterruptedRestore(folder)).not.toThrow()
    expect(readFileSync(join(folder, 'public/uploads/sunrise_a1.jpg'), 'utf8')).toBe('bytes of sunrise_a1.jpg')
  })
})

test('the folder in which a SQLite database was being made is removed, and others stay', async () => {
  const { folder, database } = await target('sqlite')
  const stage = join(folder, '.populus-restore')
  const made = join(folder, '.data', '.populus-restore-database')
  mkdirSync(stage, { recursive: true })
  mkdirSync(made, { recursive: true })
  writeFileSync(join(made, 'content.db'), 'half')
  writeFileSync(join(stage, 'database.json'), JSON.stringify({ folder: made, made: [join(folder, '.data')] }))
  expect((await restoreTo(folder, database)).error).toBe('')
  expect(readdirSync(join(folder, '.data')).filter(name => name.startsWith('.'))).toEqual([])
  writeFileSync(join(folder, '.data', 'mine.txt'), 'mine')
  expect((await restoreTo(folder, database)).error).toContain('is not empty')
  expect(readFileSync(join(folder, '.data', 'mine.txt'), 'utf8')).toBe('mine')
})
