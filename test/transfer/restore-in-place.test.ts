/** `populus restore --force` on a PostgreSQL database that has tables: they are set aside, or stay if anything fails. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { RestoredPostgres } from '../../src/transfer/backup/restored-postgres.ts'
import { runHere } from '../cli/run-here.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, onServer, type PostgresConfig, temporaryFolder } from '../support/databases.ts'
import { selectRows } from '../support/worlds/select-rows.ts'
import { worldDatabase } from '../support/worlds/world.ts'
import { answersOf, backUp, worldProject } from './backups.ts'

const FORMER = `update articles set title = 'Former' where id = 1`

async function formerDatabase(): Promise<PostgresConfig> {
  const database = (await worldDatabase('postgres')) as PostgresConfig
  await onServer(database.url, sql => sql.unsafe(FORMER))
  return database
}

async function schemasOf({ url }: PostgresConfig): Promise<readonly string[]> {
  const names: string[] = []
  await onServer(url, async sql => {
    const rows = await sql`select nspname from pg_namespace where nspname like '%before_restore%' order by nspname`
    names.push(...rows.map(row => String(row.nspname)))
  })
  return names
}

test.runIf(CLIENTS.includes('postgres'))('the tables are set aside, with their rows', async () => {
  const source = await worldDatabase('postgres')
  const file = await backUp(worldProject(), source)
  const database = await formerDatabase()
  const folder = join(temporaryFolder(), 'restored')
  const words = ['restore', file, folder, '--database', database.url]
  const refused = await runHere(words)
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('with --force its tables are moved')])

  const done = await runHere([...words, '--force'])
  expect([done.code, done.error]).toEqual([0, expect.stringContaining('The tables that were there are now in')])
  expect(await answersOf(folder, database)).toEqual(await answersOf(folder, source))
  const [own, content = ''] = await schemasOf(database)
  expect([own, content]).toEqual([
    expect.stringMatching(/^populus_before_restore_\d+$/),
    expect.stringMatching(/^public_before_restore_\d+$/),
  ])
  expect(done.error).toContain(content)
  expect(await selectRows(database, `${content}"."articles`, ['title'])).toContainEqual(['Former'])
})

test.runIf(CLIENTS.includes('postgres'))('a server that is connected must be stopped first', async () => {
  const database = await formerDatabase()
  const folder = worldProject()
  await buildTestApp({ folder, database })
  const file = await backUp(folder, database)
  const done = await runHere(['restore', file, folder, '--data-only', '--force', '--database', database.url])
  expect([done.code, done.error]).toEqual([1, expect.stringContaining('A server is connected to the database')])
  expect(await schemasOf(database)).toEqual([])
})

test.runIf(CLIENTS.includes('postgres'))('they are brought back if the restore fails', async () => {
  const database = await formerDatabase()
  const before = await selectRows(database, 'articles', ['id', 'title'])
  const storage = { database, limits: DEFAULT_LIMITS }
  const restored = new RestoredPostgres({ storage, schema: 'public', force: true, note: () => {} })
  await restored.check()
  const open = () => Promise.reject(new Error('the network is gone'))
  await expect(restored.fill({ open, load: async () => {}, placeFiles: () => {} })).rejects.toThrow('the network')
  expect(await schemasOf(database)).toHaveLength(2)
  await restored.undo()
  expect([await schemasOf(database), await selectRows(database, 'articles', ['id', 'title'])]).toEqual([[], before])
})
