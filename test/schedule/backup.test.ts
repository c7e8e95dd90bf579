/** What is to be done at a set time survives a backup, also to the other database. */
import { expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { runHere } from '../cli/run-here.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { worldDatabase } from '../support/worlds/world.ts'
import { backUp, databaseFlag, ENV, restore, worldProject } from '../transfer/backups.ts'

test.each([
  [CLIENTS[0]!, CLIENTS[1]!],
  [CLIENTS[1]!, CLIENTS[0]!],
])('from %s to %s', async (from, to) => {
  const database = await worldDatabase(from)
  const folder = worldProject()
  const run = (place: string, at: DatabaseConfig, ...words: string[]) =>
    runHere([...words, '--folder', place, '--database', databaseFlag(at)], ENV)
  const times = ['--publish', '2999-01-01T00:00:00Z', '--unpublish', '2999-02-01T00:00:00Z']
  expect(await run(folder, database, 'schedule', 'set', 'article', '1', ...times)).toMatchObject({ code: 0 })
  const before = await run(folder, database, 'schedule', 'list')
  expect(before.out.trim().split('\n')).toHaveLength(3)
  const [, release = ''] = /^(\w+): /.exec((await run(folder, database, 'releases', 'create', 'Autumn')).out) ?? []
  const added = await run(folder, database, 'releases', 'add', release, 'article', '1', '--unpublish')
  expect(added).toMatchObject({ code: 0, out: `${release}: Autumn, open, 1 entry\n` })
  const releases = await run(folder, database, 'releases', 'show', release)
  const target = await freshDatabase(to)
  const restored = await restore(await backUp(folder, database), target)
  expect((await run(restored, target, 'schedule', 'list')).out).toBe(before.out)
  expect((await run(restored, target, 'releases', 'show', release)).out).toBe(releases.out)
})
