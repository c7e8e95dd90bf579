/** Files that hold content, passwords and secrets are for their owner only, whatever the umask is. */
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts'
import { copyOfBlog, runPopulus } from '../cli/run-populus.ts'
import { temporaryFolder } from '../support/databases.ts'

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

let before = 0
beforeEach(() => {
  before = process.umask(0)
})
afterEach(() => {
  process.umask(before)
})

test('a new SQLite database, the files beside it and their logs', async () => {
  const folder = temporaryFolder()
  const database = await openSqlite({ filename: join(folder, 'data.db') })
  await database.write(async run => {
    await run.run({ text: 'create table t (id integer)', values: [] })
    await run.run({ text: 'create table populus.t (id integer)', values: [] })
  })
  const files = readdirSync(folder).sort()
  expect(files).toEqual(
    ['data.db', 'data.populus.db', 'data.populus.changes.db']
      .flatMap(name => [name, `${name}-shm`, `${name}-wal`])
      .concat('data.populus.reserve')
      .sort(),
  )
  expect(files.map(file => modeOf(join(folder, file)))).toEqual(files.map(() => '600'))
  await database.close()
})

test('a database that exists keeps the rights that its owner has given', async () => {
  const filename = join(temporaryFolder(), 'data.db')
  writeFileSync(filename, '')
  chmodSync(filename, 0o640)
  await (await openSqlite({ filename })).close()
  expect(modeOf(filename)).toBe('640')
})

test('an export, also where an earlier one was interrupted', async () => {
  const folder = await copyOfBlog()
  const out = join(folder, 'content.ndjson')
  writeFileSync(`${out}.part`, 'half')
  const started = await runPopulus('import', join(folder, 'none'), '--folder', folder)
  expect(started.code).toBe(1)
  await openBlog(folder)
  expect((await runPopulus('export', '--folder', folder, '--out', out)).code).toBe(0)
  expect(existsSync(`${out}.part`)).toBe(false)
  expect(modeOf(out)).toBe('600')
})

/** A database without content will do. */
async function openBlog(folder: string): Promise<void> {
  const { code, error } = await runPopulus('migrate', '--apply', '--folder', folder)
  if (code !== 0 && !existsSync(join(folder, '.data/content.db'))) throw new Error(error)
}
